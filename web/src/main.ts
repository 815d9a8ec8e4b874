import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { keepSpeaking, speak } from "./lib/language.svelte";
import { keepSettings } from "./lib/settings.svelte";

keepSettings();
if (location.pathname.startsWith("/t/")) void import("./pages/Table.svelte"); // while the words are on their way
await speak();
keepSpeaking();
mount(App, { target: document.getElementById("page") as HTMLElement });
