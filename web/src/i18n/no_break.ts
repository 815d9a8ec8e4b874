/** What belongs together stays on one line: a colour and the number that ends its phrase, and two colours of one card. */

export function noBreak(text: string): string {
  return text.replace(/(\p{L}) (?=\d+(?:[.,:]|$))/gu, "$1\u00a0").replace(/(\p{L})-(?=\p{L})/gu, "$1-\u2060");
}
