import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import { readValue, showValue, valueOfVariable } from './schema.js'
import { secret, type Secret } from './texts.js'

const canary = 'sk-canary'
const surroundings = {
  home: '/h',
  cwd: '/c',
  variables: { SERVICE_KEY: ` ${canary}\n`, OTHER: canary, EMPTY: ' ' },
}
const entryOf = (isWorkspace: boolean) => ({
  key: 'service.apiKey',
  origin: { kind: 'file', file: '/f.yaml', line: 3, isWorkspace } as const,
})
const schema = secret(['SERVICE_KEY', 'SERVICE_TOKEN'])
const read = (value: string, isWorkspace = false) =>
  readValue(schema, value, entryOf(isWorkspace))(surroundings) as Secret

describe('a secret', () => {
  it('is revealed on request, without the line end of its variable', () => {
    expect(read('${SERVICE_KEY}').reveal()).toBe(canary)
    expect(read('${OTHER}').isSet).toBe(true)
  })

  it('is printed as its reference, however it is printed', () => {
    const value = read('${SERVICE_KEY}')
    const nested = { settings: [value] }
    const printed = [
      JSON.stringify(nested),
      inspect(nested, { depth: 9, showHidden: true }),
      `${value}`,
      inspect(Object.getOwnPropertyDescriptors(value), { depth: 9 }),
      JSON.stringify(showValue(schema, value)),
      inspect({ ...value }),
    ]
    expect(printed.join()).not.toContain('canary')
    expect(printed.slice(0, 3)).toEqual([
      '{"settings":["${SERVICE_KEY}"]}',
      expect.stringContaining('${SERVICE_KEY}'),
      '${SERVICE_KEY}',
    ])
  })

  it.each(['MISSING', 'EMPTY'])('that is not set (%s) is an error only when it is used', (name) => {
    const value = read(`\${${name}}`)
    expect(value.isSet).toBe(false)
    expect(refusalOf(() => value.reveal())).toBe(
      `SETTINGS_VARIABLE_UNSET /f.yaml:3: service.apiKey needs the environment variable ${name}, which is not set. Set it, or change the setting.`,
    )
  })

  it.each([canary, `\${SERVICE_KEY}${canary}`, `\${${canary}}`, '$SERVICE_KEY'])(
    'is no literal: %j',
    (written) => {
      const refusal = refusalOf(() => read(written))
      expect(refusal).toMatch(
        /^SETTINGS_INVALID_VALUE \/f\.yaml:3: service\.apiKey must be a reference .*Set the variable/,
      )
      expect(refusal).not.toContain('canary')
    },
  )

  it('of another variable is rejected in a workspace file, which could send it elsewhere', () => {
    expect(read('${SERVICE_TOKEN}', true).reference).toBe('${SERVICE_TOKEN}')
    expect(refusalOf(() => read('${OTHER}', true))).toMatch(
      /^SETTINGS_REFUSED .*SERVICE_KEY or SERVICE_TOKEN.*user file/,
    )
  })

  it('in the environment is represented by its variable, never by its text', () => {
    expect(valueOfVariable(schema, canary, 'SERVICE_KEY')).toBe('${SERVICE_KEY}')
  })
})
