import { placeWithin, refuseValue } from '../place.js'
import { isList, type Plain } from '../tree.js'
import type { Kind } from './kind.js'

const longest = 1000

function fromJson(text: string): Plain {
  try {
    return JSON.parse(text) as Plain
  } catch {
    return text
  }
}

/** Several values of one kind; in the environment separated by commas, or as JSON. */
export function list<Item>(item: Kind<Item>, what: string): Kind<readonly Item[]> {
  const allowed = `a list of ${what}, at most ${longest}`
  return {
    allowed,
    schema: { type: 'array', items: item.schema, maxItems: longest },
    read({ value }, place) {
      if (!isList(value) || value.length > longest) return refuseValue(place, allowed)
      const items = value.map((node, index) => item.read(node, placeWithin(place, `[${index}]`, node.line)))
      return (surroundings) => items.map((settle) => settle(surroundings))
    },
    fromVariable(text, name) {
      if (text.trim().startsWith('[')) return fromJson(text)
      const parts = text.split(',').map((part) => part.trim())
      return parts.filter((part) => part !== '').map((part) => item.fromVariable(part, name))
    },
    show: (values) => values.map((value) => item.show(value)),
  }
}
