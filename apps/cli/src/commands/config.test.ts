import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { main } from '../main.js'
import { settingKeys } from '@recallite/settings'

async function config(content: string, ...words: string[]) {
  const home = temporaryFolder()
  vi.stubEnv('HOME', home)
  vi.stubEnv('OPENAI_API_KEY', 'sk-canary')
  vi.stubEnv('GEMINI_API_KEY', '')
  vi.stubEnv('GOOGLE_API_KEY', '')
  mkdirSync(join(home, '.recallite'))
  writeFileSync(join(home, '.recallite/config.yaml'), content)
  writeFileSync(join(home, 'w.json'), '{ "query": { "minScore": 0.5 } }')
  const { io, written, talked } = recordingIo()
  const exitCode = await main(['config', ...words, '--config', join(home, 'w.json')], io)
  vi.unstubAllEnvs()
  return { exitCode, written: written().replaceAll(home, '~'), talked: talked().replaceAll(home, '~') }
}

describe('recallite config', () => {
  it('shows every setting and its origin', async () => {
    const { exitCode, written } = await config('query:\n  maxResults: 9\n', '--provider', 'none')
    const lines = written
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
    expect(exitCode).toBe(0)
    expect(lines.map(([key]) => key)).toEqual(settingKeys)
    expect(lines).toEqual(
      expect.arrayContaining([
        ['provider', 'none', '--provider'],
        ['model', '-', 'built-in'],
        ['query.maxResults', '9', '~/.recallite/config.yaml:2'],
        ['query.minScore', '0.5', '~/w.json:1'],
        ['query.deadline', '15s', 'built-in'],
        ['providers.openai.apiKey', '${OPENAI_API_KEY} (set)', 'built-in'],
        ['providers.gemini.apiKey', '${GEMINI_API_KEY} (not set)', 'built-in'],
      ]),
    )
    expect(written).not.toContain('canary')
  })

  it('shows one setting, or a section', async () => {
    const one = await config('', 'query.minScore')
    expect(one.written).toBe('query.minScore  0.5  ~/w.json:1\n')
    const section = await config('', 'query.hybrid')
    expect(section.written.match(/^query\.hybrid\.\w+ /gm)).toHaveLength(6)
  })

  it('prints JSON that matches its schema', async () => {
    const content =
      'chain: [{ provider: openai, apiKey: "${OPENAI_API_KEY}" }]\nagents: { a: { enabled: false } }\n'
    const { written } = await config(content, '--json', '--agent', 'a', '--model', 'x')
    const value = JSON.parse(written) as { settings: { key: string }[] }
    expect(schemaErrors('config', value)).toEqual([])
    expect(value).toMatchObject({ files: { user: '~/.recallite/config.yaml', workspace: '~/w.json' } })
    const found = (key: string) => value.settings.find((each) => each.key === key)
    expect(found('enabled')).toEqual({
      key: 'enabled',
      value: false,
      origin: { kind: 'file', file: '~/.recallite/config.yaml', line: 2, isWorkspace: false },
    })
    expect(found('chain')).toMatchObject({ value: [{ provider: 'openai', apiKey: '${OPENAI_API_KEY}' }] })
    expect(found('providers.openai.apiKey')).toMatchObject({ value: '${OPENAI_API_KEY}', isSet: true })
    expect(found('model')).toMatchObject({ value: 'x', origin: { kind: 'flag', name: '--model' } })
    expect(written).not.toContain('canary')
  })

  it.each([
    ['modle: x', '', 'config.yaml:1: no setting is called "modle". Did you mean "model"?', 'UNKNOWN_KEY'],
    ['provider: x', '', 'provider must be one of', 'INVALID_VALUE'],
    ['\tx: 1', '', 'config.yaml:1: the file is indented with a tab', 'MALFORMED'],
    ['providers: { openai: { apiKey: sk-canary } }', '', 'files must not contain keys', 'INVALID_VALUE'],
    ['', 'query.maxresult', 'Did you mean "query.maxResults"?', 'UNKNOWN_KEY'],
  ])('fails with 2 for %j', async (content, key, message, code) => {
    const { exitCode, written, talked } = await config(content, ...(key === '' ? [] : [key]))
    expect([exitCode, written]).toEqual([2, ''])
    expect(talked).toContain(message)
    expect(talked).toContain(`(SETTINGS_${code})`)
    expect(talked).not.toContain('canary')
  })
})
