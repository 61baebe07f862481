/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/// <reference lib="dom.asynciterable" />

/** What an element may hold: a string stays text, whatever is in it; null adds nothing. */
export type Child = Node | string | null

/** Makes an element with its children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className, attributes = {} }: { className?: string; attributes?: Readonly<Record<string, string>> },
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** The element that the page has under an id, which must be of a class. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new TypeError(`The page lacks #${id}.`)
}

/** Gives a select element its options, each a value and its text; the chosen value stays chosen if it is still among them. */
export function setOptions(select: HTMLSelectElement, options: readonly (readonly [string, string])[]): void {
  const chosen = select.value
  const children = options.map(([value, text]) => element('option', { attributes: { value } }, [text]))
  select.replaceChildren(...children)
  if (options.some(([value]) => value === chosen)) select.value = chosen
}
