/// <reference lib="dom" />

/** A text of a page in its colours, as CSS writes them; the grounds are its own and those of all around it. */
export interface ColouredText {
  readonly markup: string
  readonly ink: string
  readonly grounds: readonly string[]
}

/** Every text that can be seen. It runs in the page, so it holds everything it needs. */
export function colouredTexts(): ColouredText[] {
  const elements = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  return elements.map((element) => {
    const { color, fill } = getComputedStyle(element)
    const grounds: string[] = []
    for (let each: Element | null = element; each; each = each.parentElement) {
      grounds.push(getComputedStyle(each).backgroundColor)
    }
    return { markup: element.outerHTML.slice(0, 120), ink: element instanceof SVGElement ? fill : color, grounds }
  })
}

function channels(colour: string): number[] {
  return (colour.match(/[\d.]+/g) ?? []).map(Number)
}

function isSolid(colour: string): boolean {
  return (channels(colour)[3] ?? 1) === 1
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** How much a text stands out from the ground behind it, from 1 to 21, by the formula of WCAG 2.2. */
export function contrastOf({ ink, grounds }: ColouredText): number {
  const ground = grounds.find(isSolid) ?? 'rgb(255, 255, 255)'
  const [darker = 0, lighter = 0] = [luminance(ink), luminance(ground)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
