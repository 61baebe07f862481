import { skipSpace } from '../white-space.js'
import { readQuoted } from './quoted.js'
import { endsHere, plainScalar, type Scalar } from './scalar.js'

interface Item {
  readonly value: Scalar
  /** The place of the comma or bracket behind the item. */
  readonly end: number
}

const delimiter = /[,[\]{}]/g

function readItem(text: string, from: number): Item | undefined {
  const quoted = readQuoted(text, from)
  if (quoted !== undefined) return { value: quoted.value, end: skipSpace(text, quoted.end, text.length) }
  delimiter.lastIndex = from
  const end = delimiter.exec(text)?.index
  if (end === undefined) return undefined
  return { value: plainScalar(text.slice(from, end).trim()), end }
}

/** Reads `[a, "b", 3]`; undefined for what is not a closed, flat list. */
export function readInlineList(text: string): Scalar[] | undefined {
  if (!text.startsWith('[')) return undefined
  const items: Scalar[] = []
  let place = skipSpace(text, 1, text.length)
  if (text.charAt(place) === ']') return endsHere(text, place + 1) ? items : undefined
  while (place < text.length) {
    const item = readItem(text, place)
    if (item === undefined) return undefined
    items.push(item.value)
    const end = text.charAt(item.end)
    if (end === ']') return endsHere(text, item.end + 1) ? items : undefined
    if (end !== ',') return undefined
    place = skipSpace(text, item.end + 1, text.length)
  }
  return undefined
}
