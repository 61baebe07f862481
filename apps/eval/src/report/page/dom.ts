/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** How an element is made. */
export interface ElementOptions {
  readonly className?: string
  readonly attributes?: Readonly<Record<string, string>>
}

/** What an element may hold: text stays text, whatever is in it; null leaves nothing. */
export type Child = Node | string | null

/** Makes an element with its children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className, attributes = {} }: ElementOptions,
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  for (const child of children) if (child !== null) made.append(child)
  return made
}

/** The element that the page has under an id, which must be of a class. */
export function elementById<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new TypeError(`The page lacks #${id}.`)
}

/** Gives a choice its options; what was chosen stays chosen where it is still there. */
export function setOptions(
  select: HTMLSelectElement,
  options: readonly (readonly [value: string, text: string])[],
): void {
  const chosen = select.value
  select.replaceChildren()
  for (const [value, text] of options) select.append(element('option', { attributes: { value } }, [text]))
  if (options.some(([value]) => value === chosen)) select.value = chosen
}
