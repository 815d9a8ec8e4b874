/* Written by `python -m tools.reason_words` from the reasons of the bots. Do not edit. */

import { counting } from "./plurals";
import type { Reasons } from "./reasons";

const n = counting("en");

export const reasons: Reasons = {
  at_random: (p) => `One of ${n(p.moves, { one: "# move", other: "# moves" })}, picked blindly.`,
  denies_trump: (p) => `You have no more ${p.colour} than of the open colours on average.`,
  denies_super: (p) => `You have no more low cards in ${p.colour} than in the open colours on average.`,
  denies_first: (p) => `It keeps ${p.seat} from playing first.`,
  declines_first: () => "Then you do not play first.",
  denies_discard: (p) => `It rules out: ${p.box}.`,
  keeps_colour: (p) =>
    `${p.Colour} stays open ${p.row === "trump" ? "as trump, and no other open colour is longer in your hand" : "for supertrumps, and you have no more low cards in any other open colour"}.`,
  raises_points: () => "What stays open is worth more on average.",
  lowers_points: () => "What stays open is worth less on average.",
  settles_row: (p) => `It settles: ${p.box}.`,
  leaves_open: (p) => `It leaves open: ${p.box}.`,
  plays_alone: () => "You stand alone.",
  makes_pair: () => "You play as a pair.",
  makes_trio: () => "You play as a trio.",
  partner_told: (p) =>
    `${p.seat} covered ${n(p.boxes, { one: "# box", other: "# boxes" })} in row ${p.rowName}, nobody on the other side more.`,
  partners_with: (p) => `${p.seat} plays with you.`,
  takes_bonus: () => "You take the bonus card.",
  gives_bonus: (p) => `The bonus card goes to ${p.seat}.`,
  makes_void: (p) => `That is all the ${p.colour} you have.`,
  keeps_trumps: (p) => `You keep ${n(p.trumps, { one: "your trump", other: "all # trumps" })}.`,
  dumps_high: (p) => `Tricks cost points here, and you are rid of ${p.card}.`,
  saves_loot: (p) => `This may save ${p.card} from becoming loot.`,
  passes_to_partner: (p) => `What you pass goes to ${p.seat}, a partner.`,
  passes_to_opponent: (p) => `What you pass goes to ${p.seat}, an opponent.`,
  keeps_card: (p) => `You keep ${p.card}.`,
  cashes_winner: (p) => `No opponent can beat ${p.card}.`,
  leads_top: (p) => `Nothing of its suit beats ${p.card}; a trump may.`,
  draws_trumps: () => "It may draw trumps from opponents.",
  leads_partners_void: (p) => `${p.seat}, your partner, has no ${p.colour} left.`,
  leads_low: (p) => `${p.Card} is your lowest of that colour.`,
  captures_loot: (p) => `It puts you ahead, with loot in the trick: ${p.cards}.`,
  ruffs: (p) => `You have no ${p.colour}, and this trump is ahead.`,
  overtakes: (p) => `It beats ${p.seat}, who is ahead.`,
  takes_last: () => "You play last: the trick is yours.",
  ducks: (p) => `Another card would beat ${p.seat}; this one does not.`,
  leaves_to_partner: (p) => `${p.seat}, your partner, is ahead. Let it be.`,
  cannot_win: () => "No card that you may play takes this trick.",
  dumps_loot: (p) => `Loot costs points here, and ${p.card} may go to an opponent.`,
  plays_low: (p) => `Of that suit ${p.card} is the lowest you may play.`,
  only_move: () => "There is no other move.",
  last_resort: (p) => `None of the ${p.moves} moves stands out.`,
  draws_instead: (p) => `You could play ${p.cards}, but you need not.`,
  plays_action_alone: (p) =>
    `${p.Card} alone is enough; a set would cost ${n(p.saves, { one: "# card", other: "# cards" })} more.`,
  passes_demand: (p) => `The demand, ${p.count} ${p.colours}, goes on to the next player.`,
  will_name: (p) => `Then you can name ${p.seat}: ${p.count} ${p.colour}.`,
  hits_next: (p) => `${p.seat} is next and can lay ${p.count} in ${p.percent} % of all hands.`,
  may_knock_out: (p) =>
    `${p.seat} is next with ${n(p.held, { one: "# card", other: "# cards" })}, and may have to lay all (${p.percent} %).`,
  cannot_come_back: (p) => `Should ${p.count} ${p.colours} come round to you, you could not lay them.`,
  sheds_joker: () => "Every colour calls up a joker: good to be rid of it.",
  saves_action: (p) => `You keep ${p.card} for later.`,
  keeps_single_colours: (p) => `You keep your cards of a single colour (${p.count}).`,
  keeps_cards: (p) => `You keep ${n(p.count, { one: "# card", other: "# cards" })}.`,
  leaves_demand: (p) => `The next player faces ${p.count} ${p.colours}.`,
  names_largest: (p) => `Nobody else has more cards than ${p.seat}: ${p.held}.`,
  names_player: (p) => `${p.seat} has ${n(p.held, { one: "# card", other: "# cards" })}.`,
  demands: (p) => `It asks for ${p.count} ${p.colours}.`,
};
