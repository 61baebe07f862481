import { escapeHeading, escapeLine } from './escape-line.js'

/** What text stands in: a heading (each has a number of its own), text that keeps its white space, or neither. */
export interface TextPlace {
  readonly heading: { readonly level: number } | undefined
  readonly isPreformatted: boolean
}

/** Where text stands, and what it begins. */
export interface PlacedText {
  readonly place: TextPlace
  /** How deep the list is, from 1, whose item begins with it. */
  readonly item: number | undefined
}

/** How what follows is parted from what stands before it on the line; the stronger one counts. */
export type Separator = '' | ' ' | ' - ' | ' | ' | ' || '

/** The line of a page that is being written. */
export interface PageLine {
  /** Parts what follows from what is there. */
  part(separator: Separator): void
  /** Begins the line with white space, to be kept if what follows keeps it. */
  indent(space: string): void
  /** Adds text without line ends. */
  add(text: string, where: PlacedText): void
  readonly isEmpty: boolean
  /** The heading that the line is, if it has text of one and no other. */
  readonly heading: TextPlace['heading']
  /** Gives the line as Markdown, and begins the next. */
  take(): string
}

/** Deeper items are not set further in: a line would grow with its depth. */
const deepestItem = 6

/** Written as code, whatever stands in it is no heading. */
const codeIndent = '    '

const nowhere: TextPlace = { heading: undefined, isPreformatted: false }

interface LineState {
  pieces: string[]
  separator: Separator
  place: TextPlace
  isMixed: boolean
  marker: string
  indent: string
}

function begin(state: LineState): void {
  state.pieces = []
  state.place = nowhere
  state.isMixed = false
  state.marker = ''
}

function add(state: LineState, text: string, { place, item }: PlacedText): void {
  if (state.pieces.length === 0) {
    state.place = place
    if (item !== undefined) state.marker = `${'  '.repeat(Math.min(item, deepestItem) - 1)}- `
  } else {
    if (item !== undefined && state.separator.length < ' - '.length) state.separator = ' - '
    const { heading, isPreformatted } = state.place
    state.isMixed ||= place.heading !== heading || place.isPreformatted !== isPreformatted
    state.pieces.push(state.separator)
  }
  state.pieces.push(text)
  state.separator = ''
}

function print({ pieces, place, isMixed, marker, indent }: LineState): string {
  const text = pieces.join('').trimEnd()
  const body = text.trimStart()
  if (body === '') return ''
  if (!isMixed && place.heading) return `${'#'.repeat(place.heading.level)} ${escapeHeading(body)}`
  return !isMixed && place.isPreformatted ? codeIndent + indent + text : marker + escapeLine(body)
}

/** One line at a time; made once, for there may be millions of lines. */
export function createPageLine(): PageLine {
  const state: LineState = {
    pieces: [],
    separator: '',
    place: nowhere,
    isMixed: false,
    marker: '',
    indent: '',
  }
  return {
    part(separator) {
      if (separator.length > state.separator.length) state.separator = separator
    },
    indent(space) {
      state.indent += space
    },
    add: (text, where) => add(state, text, where),
    get isEmpty() {
      return state.pieces.length === 0
    },
    get heading() {
      return state.isMixed ? undefined : state.place.heading
    },
    take() {
      const printed = state.pieces.length === 0 ? '' : print(state)
      begin(state)
      state.separator = ''
      state.indent = ''
      return printed
    },
  }
}
