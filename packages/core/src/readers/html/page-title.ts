/** Longer titles are cut; in UTF-16 units. */
const longestTitle = 200
/** White space counts as well before it is collapsed. */
const longestSource = 1000

/** The first text of a kind that a page has. */
export interface PageTitle {
  /** Begins a text, unless there is one already. */
  open(): void
  close(): void
  readonly isOpen: boolean
  /** Adds to the text that is open, if one is. */
  add(text: string): void
  /** Null where there was none but white space. */
  readonly text: string | null
}

function cut(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle).toWellFormed()}…` : text
}

/** Waits for the first text. */
export function createTitle(): PageTitle {
  let isOpen = false
  let source = ''
  let title: string | null = null
  const words = () => source.replace(/\s+/gu, ' ').trim()

  return {
    open() {
      isOpen = true
      source = ''
    },
    close() {
      if (isOpen && title === null && words() !== '') title = cut(words())
      isOpen = false
    },
    get isOpen() {
      return isOpen
    },
    add(text) {
      if (isOpen && title === null && source.length < longestSource) source += text.slice(0, longestSource)
    },
    get text() {
      return title ?? (isOpen && words() !== '' ? cut(words()) : null)
    },
  }
}
