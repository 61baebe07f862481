import { SettingsError } from '../errors.js'
import { describeOrigin } from '../origin.js'
import { nearestHint, placeWithin, refuseValue, shortened, type Place } from '../place.js'
import { isMapping, type Plain, type TreeNode } from '../tree.js'
import { textItself, type Kind, type Settle, type ValueOf } from './kind.js'

/** A field of a record. */
export interface RecordField {
  readonly kind: Kind<unknown>
  readonly isRequired?: boolean
  readonly help: string
}

/** The values of a record with these fields. */
export type RecordOf<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends { readonly kind: infer FieldKind }
    ? ValueOf<FieldKind> | (Given[Name] extends { readonly isRequired: true } ? never : undefined)
    : never
}

type Fields = Readonly<Record<string, RecordField>>

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
