/** Words that depend on a number, by the plural rules of a language. */

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Made when it is needed first, for all dictionaries of a language: a browser takes milliseconds for each. */
function once<Made>(make: (language: string) => Made): (language: string) => Made {
  const made: Record<string, Made> = {};
  return (language) => (made[language] ??= make(language));
}

const rules = once((language) => new Intl.PluralRules(language));
const digits = once((language) => new Intl.NumberFormat(language));

/** As it is written in the language; whole numbers below 1000 look the same in all. */
function written(count: number, language: string): string {
  const text = Number.isInteger(count) && Math.abs(count) < 1000 ? String(count) : digits(language).format(count);
  return text.replace("-", "−");
}

/** Gives a function that puts a number into the fitting form; `#` stands for the number. */
export function counting(language: string): (count: number, forms: Forms) => string {
  return (count, forms) => {
    const form = forms[rules(language).select(Math.abs(count))] ?? forms.other;
    return form.replace("#", written(count, language));
  };
}

/**
 * Gives a function that lists words: "a, b, and c", with what stands between two, and before the last of more. By hand,
 * as `Intl.ListFormat` would: to make one takes a slow phone a fifth of a second.
 */
export function listing(between: string, last = between): (items: readonly string[]) => string {
  return (items) => {
    if (items.length < 3) return items.join(between);
    return items.slice(0, -1).join(", ") + last + (items.at(-1) ?? "");
  };
}

/** Equal cards are said once, with how many there are: `several` says more than one of a card. */
export function byCount(
  cards: readonly string[],
  one: (card: string) => string,
  several: (card: string, number: number) => string,
): string[] {
  return [...new Set(cards)].map((card) => {
    const number = cards.filter((other) => other === card).length;
    return number === 1 ? one(card) : several(card, number);
  });
}
