import {
  partOf,
  refuseValue,
  refuseWorkspace,
  SettingsError,
  describeOrigin,
  nearestHint,
  shortened,
  type Entry,
} from '../errors.js'
import { orUndefined } from '@recallite/command-line'
import { isList, type Plain, isMapping } from '../tree.js'
import { readVariable, showValue, type Kind, type Resolve, type ValueOf } from './kind.js'

const longest = 1000

/** Several values of one kind; in the environment separated by commas, or as JSON. */
export function list<Item>(item: Kind<Item>, items: string): Kind<readonly Item[]> {
  const allowed = `a list of ${items}, at most ${longest}`
  return {
    allowed,
    schema: { type: 'array', items: item.schema, maxItems: longest },
    read({ value }, entry) {
      if (!isList(value) || value.length > longest) return refuseValue(entry, allowed)
      const resolvers = value.map((node, index) => item.read(node, partOf(entry, `[${index}]`, node.line)))
      return (surroundings) => resolvers.map((resolve) => resolve(surroundings))
    },
    fromVariable(text, name) {
      if (text.trim().startsWith('[')) return orUndefined(() => JSON.parse(text) as Plain) ?? text
      const parts = text.split(',').map((part) => part.trim())
      return parts.filter((part) => part !== '').map((part) => readVariable(item, part, name))
    },
    show: (values) => values.map((value) => showValue(item, value)),
  }
}

interface Field {
  readonly kind: Kind<unknown>
  readonly isRequired?: boolean
  /** As of `Setting`. */
  readonly isUserOnly?: boolean
  readonly help: string
}

type Fields = Readonly<Record<string, Field>>

type RecordOf<Given> = {
  readonly [Name in keyof Given]: Given[Name] extends { readonly kind: infer FieldKind }
    ? ValueOf<FieldKind> | (Given[Name] extends { readonly isRequired: true } ? never : undefined)
    : never
}

/** A mapping with these fields and no others. */
export function record<const Given extends Fields>(fields: Given): Kind<RecordOf<Given>> {
  const entries = Object.entries(fields)
  const names = Object.keys(fields)
  const allowed = `a mapping of ${names.join(', ')}`
  return {
    allowed,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
      properties: Object.fromEntries(
        entries.map(([name, { kind, help }]) => [name, { description: help, ...kind.schema }]),
      ),
    },
    read({ value }, entry) {
      if (!isMapping(value)) return refuseValue(entry, allowed)
      for (const [name, { line }] of value) {
        if (!names.includes(name)) refuseUnknown(names, name, partOf(entry, '', line))
      }
      const parts = entries.map(([name, { kind, isRequired, isUserOnly }]): [string, Resolve<unknown>] => {
        const node = value.get(name)
        if (node) {
          const part = partOf(entry, `.${name}`, node.line)
          if (isUserOnly) refuseWorkspace(part)
          return [name, kind.read(node, part)]
        }
        return isRequired ? refuseValue(entry, `given with its ${name}`) : [name, () => undefined]
      })
      return (surroundings) =>
        Object.fromEntries(parts.map(([name, resolve]) => [name, resolve(surroundings)])) as RecordOf<Given>
    },
    show(values) {
      const given: Readonly<Record<string, unknown>> = values
      const shown = entries.filter(([name]) => given[name] !== undefined)
      return Object.fromEntries(shown.map(([name, { kind }]) => [name, showValue(kind, given[name])]))
    },
  }
}

function refuseUnknown(names: readonly string[], name: string, { key, origin }: Entry): never {
  throw new SettingsError(
    'SETTINGS_UNKNOWN_KEY',
    `${describeOrigin(origin)}: ${key} has no "${shortened(name)}".${nearestHint(name, names)} It has ${names.join(', ')}.`,
  )
}
