import {
  placeWithin,
  refuseValue,
  SettingsError,
  describeOrigin,
  nearestHint,
  shortened,
  type Place,
} from '../errors.js'
import { isList, type Plain, isMapping, type TreeNode } from '../tree.js'
import { type Kind, textItself, type Settle, type ValueOf } from './kind.js'

const longest = 1000

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

function fromJson(text: string): Plain {
  try {
    return JSON.parse(text) as Plain
  } catch {
    return text
  }
}

interface RecordField {
  readonly kind: Kind<unknown>
  readonly isRequired?: boolean
  readonly help: string
}

type Fields = Readonly<Record<string, RecordField>>

type RecordOf<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends { readonly kind: infer FieldKind }
    ? ValueOf<FieldKind> | (Given[Name] extends { readonly isRequired: true } ? never : undefined)
    : never
}

/** A mapping with these fields and no others. */
export function record<const Given extends Fields>(fields: Given): Kind<RecordOf<Given>> {
  const names = Object.keys(fields)
  const allowed = `a mapping of ${names.join(', ')}`
  return {
    allowed,
    schema: schemaOf(fields),
    read({ value }, place) {
      if (!isMapping(value)) return refuseValue(place, allowed)
      for (const [name, { line }] of value) {
        if (!names.includes(name)) refuseUnknown(names, name, placeWithin(place, '', line))
      }
      const parts: (readonly [string, Settle<unknown>])[] = Object.entries(fields).map((field) =>
        readField(field, value.get(field[0]), place),
      )
      return (surroundings) =>
        Object.fromEntries(parts.map(([name, settle]) => [name, settle(surroundings)])) as RecordOf<Given>
    },
    fromVariable: textItself,
    show: (values) => {
      const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values))
      const shown = Object.entries(fields).filter(([name]) => given.get(name) !== undefined)
      return Object.fromEntries(
        shown.map(([name, { kind }]): [string, Plain] => [name, kind.show(given.get(name))]),
      )
    },
  }
}

function schemaOf(fields: Fields) {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    additionalProperties: false,
    required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { kind, help }]) => [name, { description: help, ...kind.schema }]),
    ),
  }
}

function refuseUnknown(names: readonly string[], name: string, { key, origin }: Place): never {
  const hint = nearestHint(name, names)
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: ${key} has no "${shortened(name)}".${hint} It has ${names.join(', ')}.`,
  )
}

function readField(
  [name, { kind, isRequired }]: [string, RecordField],
  node: TreeNode | undefined,
  place: Place,
) {
  if (node) return [name, kind.read(node, placeWithin(place, `.${name}`, node.line))] as const
  if (isRequired) refuseValue(place, `given with its ${name}`)
  return [name, () => undefined] as const
}
