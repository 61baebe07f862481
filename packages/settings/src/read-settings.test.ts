import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { stringify as stringifyYaml } from 'yaml'
import { refusalOfPromise } from './__fixtures__/settings-error.js'
import { listSettings } from './resolve-settings.js'
import { describeOrigin } from './errors.js'
import { readSettings, type SettingsRequest } from './read-settings.js'

/** A home folder with files, and `home/work` as the working folder. */
function settingsIn(files: Readonly<Record<string, string>>) {
  const home = temporaryFolder()
  const cwd = join(home, 'work')
  mkdirSync(cwd)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  const read = ({ variables, ...request }: SettingsRequest = {}) =>
    readSettings({ cwd, variables: { HOME: home, ...variables }, ...request })
  return { home, cwd, read }
}

const limit = (value: number) => `query: { maxResults: ${value} }\n`
const indented = (value: number) => `{ query: { maxResults: ${value} } }`
const agents = (first: number) => `agents:\n  defaults: ${indented(first)}\n  main: ${indented(first + 2)}\n`

describe('settings', () => {
  it('A24: come from the highest source that sets them', async () => {
    const user = '.recallite/config.yaml'
    const workspace = 'work/.recallite.yaml'
    const found = async (files: Record<string, string>, request: SettingsRequest = {}) => {
      const { home, read } = settingsIn(files)
      const { settings, originOf } = await read(request)
      return [settings.query.maxResults, describeOrigin(originOf('query.maxResults')).replace(`${home}/`, '')]
    }
    expect(await found({})).toEqual([10, 'built-in'])
    expect(await found({ [user]: limit(10) })).toEqual([10, `${user}:1`])
    expect(await found({ [user]: limit(10), [workspace]: limit(11) })).toEqual([11, `${workspace}:1`])
    const both = { [user]: limit(10) + agents(20), [workspace]: limit(11) }
    expect(await found(both, { agent: 'other' })).toEqual([20, `${user}:3`])
    const all = { [user]: limit(10) + agents(20), [workspace]: limit(11) + agents(21) }
    expect(await found(all, { agent: 'other' })).toEqual([21, `${workspace}:3`])
    expect(
      await found({ ...all, [workspace]: 'agents: { defaults: { query: { maxResults: 9 } } }' }),
    ).toEqual([22, `${user}:4`])
    expect(await found(all)).toEqual([23, `${workspace}:4`])
    const variables = { RECALLITE_QUERY_MAX_RESULTS: '50' }
    expect(await found(all, { variables })).toEqual([50, 'RECALLITE_QUERY_MAX_RESULTS'])
    const flags = { 'query.maxResults': 60 }
    expect(await found(all, { variables, flags })).toEqual([60, 'the command line'])
  })

  it.each([
    ['JSON under YAML', '.recallite/config.json', 'work/.recallite.yaml'],
    ['YAML under JSON', '.recallite/config.yaml', 'work/.recallite.json'],
  ])(
    'A24: come from files in either notation, %s, with ${NAME} and ~ in them',
    async (_, user, workspace) => {
      const written = {
        [user]: {
          store: { path: '${DATA_FOLDER}/${AGENT_FILE}.sqlite' },
          extraPaths: ['~/books', '${DATA_FOLDER}/logs/*.md', '$${plain}'],
          query: { maxResults: 9, minScore: 0.2 },
          agents: { main: { chunking: { tokens: 200 } } },
        },
        [workspace]: { query: { maxResults: 4 }, agents: { defaults: { chunking: { tokens: 300 } } } },
      }
      const inNotation = (path: string, value: object) =>
        path.endsWith('.json') ? JSON.stringify(value) : stringifyYaml(value)
      const files = Object.entries(written).map(([path, value]) => [path, inNotation(path, value)])
      const { home, read } = settingsIn(Object.fromEntries(files))
      const variables = { DATA_FOLDER: '/srv/data', AGENT_FILE: 'mine' }
      const { settings } = await read({ variables })
      expect(settings.store.path).toBe('/srv/data/mine.sqlite')
      expect(settings.query).toMatchObject({ maxResults: 4, minScore: 0.2 })
      expect(settings.chunking.tokens).toBe(200)
      expect(settings.extraPaths).toEqual([
        join(home, 'books'),
        '/srv/data/logs/*.md',
        join(home, '.recallite/${plain}'),
      ])
    },
  )

  it('are read from the user file and the workspace file, which --config may name', async () => {
    const { home, read } = settingsIn({
      '.recallite/config.json': '{}',
      'work/.recallite.json': '{}',
      'own.yaml': limit(3),
    })
    const user = join(home, '.recallite/config.json')
    expect((await read()).files).toEqual({ user, workspace: join(home, 'work/.recallite.json') })
    const named = await read({ config: '../own.yaml' })
    expect([named.files.workspace, named.settings.query.maxResults]).toEqual([join(home, 'own.yaml'), 3])
    expect((await read({ config: user })).files).toEqual({ user, workspace: undefined })
    expect(await refusalOfPromise(read({ config: 'missing.yaml' }))).toContain('SETTINGS_UNREADABLE')
  })

  it('may be set in the user file although not in a workspace file, also in the same run', async () => {
    const extension = 'store: { vector: { extensionPath: ~/vec.so } }'
    const { home, read } = settingsIn({
      '.recallite/config.yaml': extension,
      'work/.recallite.yaml': limit(3),
    })
    expect((await read()).settings.store.vector.extensionPath).toBe(join(home, 'vec.so'))
    const other = settingsIn({ 'work/.recallite.yaml': extension })
    expect(await refusalOfPromise(other.read())).toContain('SETTINGS_REFUSED')
  })

  it('reject an invalid value even if another source overrides it', async () => {
    const { read } = settingsIn({ '.recallite/config.yaml': limit(0) })
    expect(await refusalOfPromise(read({ flags: { 'query.maxResults': 3 } }))).toContain(
      'SETTINGS_INVALID_VALUE',
    )
  })

  it('need a variable only if its value counts, and a key only if it is used', async () => {
    const { read } = settingsIn({
      '.recallite/config.yaml':
        'store: { path: "${DATABASE}" }\nproviders: { openai: { apiKey: "${MINE}" } }\nchain: [{ provider: gemini, apiKey: "${YOURS}" }]',
    })
    expect(await refusalOfPromise(read())).toMatch(
      /^SETTINGS_VARIABLE_UNSET \S+config\.yaml:1: store\.path needs the environment variable DATABASE/,
    )
    const { settings, chain } = await read({ flags: { 'store.path': ':memory:' } })
    expect(settings.providers.openai.apiKey).toMatchObject({ reference: '${MINE}', isSet: false })
    expect(await refusalOfPromise((async () => chain[0]?.apiKey?.reveal())())).toContain(
      'chain[0].apiKey needs the environment variable YOURS',
    )
  })

  it('of a workspace file cannot send texts away or leave its folder', async () => {
    const workspace = (text: string, user = '') => {
      const { read } = settingsIn({ '.recallite/config.yaml': user, 'work/.recallite.yaml': text })
      return refusalOfPromise(read())
    }
    for (const [text, user] of [
      ['extraPaths: [".."]'],
      ['models: { path: ~/.recallite/models }'],
      ['provider: openai', 'provider: local'],
      ['agents: { main: { provider: openai } }', 'provider: none'],
      ['sessions: { enabled: true }'],
    ] as const)
      expect(await workspace(text, user)).toMatch(/^SETTINGS_REFUSED \S+work\/\.recallite\.yaml:1/)
    expect(await workspace('extraPaths: [., notes]\nprovider: openai')).toBe('not refused')
  })

  it('are listed with the names of variables, not their values', async () => {
    const { home, read } = settingsIn({
      '.recallite/config.yaml':
        'store: { path: "./${MINE}.sqlite" }\nextraPaths: [~/a, "${MINE}"]\nmodel: "/m/${MINE}"\nchain: [{ provider: local, model: "./${MINE}" }]',
    })
    const resolved = await read({ variables: { MINE: 'sk-canary' } })
    expect(resolved.valueOf('model')).toBe('/m/sk-canary')
    const listed = listSettings(resolved)
    const valueOf = (name: string) => listed.find(({ key }) => key === name)?.value
    expect([valueOf('store.path'), valueOf('extraPaths'), valueOf('model'), valueOf('chain')]).toEqual([
      './${MINE}.sqlite',
      [join(home, 'a'), '${MINE}'],
      '/m/${MINE}',
      [{ provider: 'local', model: './${MINE}' }],
    ])
    expect(JSON.stringify(listed)).not.toContain('canary')
  })

  it('contain keys without showing them', async () => {
    const { read } = settingsIn({
      '.recallite/config.yaml': 'chain: [{ provider: openai, apiKey: "${MINE}" }]',
    })
    const resolved = await read({ variables: { MINE: 'sk-canary-1', OPENAI_API_KEY: 'sk-canary-2' } })
    expect(inspect(resolved, { depth: 12 }) + JSON.stringify(resolved)).not.toContain('canary')
    expect(resolved.chain[0]?.apiKey?.reveal()).toBe('sk-canary-1')
    expect(resolved.settings.providers.openai.apiKey.reveal()).toBe('sk-canary-2')
  })

  it('prefer the key in a file to default variables, and the variable of the setting to both', async () => {
    const { read } = settingsIn({
      '.recallite/config.yaml': 'providers: { openai: { apiKey: "${MINE}" } }',
    })
    const keys = { MINE: 'mine', OPENAI_API_KEY: 'usual' }
    const keyOf = async (variables: Record<string, string>) =>
      (await read({ variables })).settings.providers.openai.apiKey.reveal()
    expect(await keyOf(keys)).toBe('mine')
    expect(await keyOf({ ...keys, RECALLITE_PROVIDERS_OPENAI_API_KEY: 'own' })).toBe('own')
  })
})
