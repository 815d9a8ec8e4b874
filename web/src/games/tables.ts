/** The tables by the ids of games. They come with the page of a table: which game is played there, only the server tells. */

import type { Component } from "svelte";
import type { TableProps } from "../table/contract";
import NopeTable from "./nope/NopeTable.svelte";
import NyetTable from "./nyet/NyetTable.svelte";

export const TABLES: Record<string, Component<TableProps>> = { nyet: NyetTable, nope: NopeTable };
