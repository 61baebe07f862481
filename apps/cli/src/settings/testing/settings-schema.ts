import { jsonSchemaOf, type JsonSchema } from '@recallite/core/tools'
import { settingEntries, settingKeys, agentIds, type Setting } from '@recallite/settings'

/** The JSON schema, draft 07, of a settings file, generated from the table of settings. */
export function settingsSchema(): JsonSchema {
  const tops = [...new Set(settingKeys.map((key) => key.split('.')[0] ?? key))]
  const properties: JsonSchema = {
    ...Object.fromEntries(tops.map((top) => [top, { $ref: `#/definitions/${top}` }])),
    embedding: { description: 'Another form of chain.', type: 'object' },
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:recallite:schema:settings',
    title: 'Settings of recallite: ~/.recallite/config.yaml and .recallite.yaml, or the same as .json',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...properties,
      agents: {
        description: 'Settings for agents by id; those under defaults apply to all agents.',
        type: 'object',
        propertyNames: { pattern: agentIds.source },
        additionalProperties: { $ref: '#/definitions/agent' },
      },
    },
    definitions: {
      agent: { type: 'object', additionalProperties: false, properties },
      ...Object.fromEntries(tops.map((top) => [top, schemaUnder(top, settingEntries)])),
    },
  }
}

function schemaUnder(section: string, entries: readonly (readonly [string, Setting])[]): JsonSchema {
  const whole = entries.find(([key]) => key === section)
  if (whole) return schemaOf(whole[1])
  const inner = entries.filter(([key]) => key.startsWith(`${section}.`))
  const names = new Set(inner.map(([key]) => key.slice(section.length + 1).split('.')[0] ?? key))
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      [...names].map((name) => [name, schemaUnder(`${section}.${name}`, inner)]),
    ),
  }
}

function schemaOf({ help, schema, default: value }: Setting): JsonSchema {
  return {
    description: `${help}.`,
    ...jsonSchemaOf(schema),
    ...(value === undefined ? {} : { default: value }),
  }
}
