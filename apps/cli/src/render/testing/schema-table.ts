/** The parts of a JSON schema that the references use. */
export interface ReferenceSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: ReferenceSchema
  readonly anyOf?: readonly ReferenceSchema[]
  readonly properties?: Readonly<Record<string, ReferenceSchema>>
  readonly required?: readonly string[]
}

/** The fields of a schema as a Markdown table: path, type, meaning. With `marksRequired`, required fields are bold. */
export function schemaTable(schema: ReferenceSchema, { marksRequired = true } = {}): string {
  const rows = fieldsOf(schema).map(({ path, field, isRequired }) => {
    const name = marksRequired && isRequired ? `**\`${path}\`**` : `\`${path}\``
    return `| ${name} | ${typeOf(field)} | ${cell(field.description ?? '')} |`
  })
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n')
}

interface Field {
  readonly path: string
  readonly field: ReferenceSchema
  readonly isRequired: boolean
}

function fieldsOf(schema: ReferenceSchema, prefix = ''): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = field.items?.properties ? field.items : field
    const path = `${prefix}${name}${inner === field ? '' : '[]'}`
    return [{ path, field, isRequired: required.includes(name) }, ...fieldsOf(inner, `${path}.`)]
  })
}

function typeOf({ type, items, anyOf, minimum, maximum, ...schema }: ReferenceSchema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum) return schema.enum.map(code).join(', ')
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (items) return `list of ${typeOf(items)}`
  const name = type === undefined ? 'any' : [type].flat().join(' or ')
  const bounds = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
  ]
  return [name, ...bounds].filter((part) => part !== '').join(' ')
}

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
