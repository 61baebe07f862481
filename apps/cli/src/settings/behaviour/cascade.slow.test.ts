import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSetting } from '../__fixtures__/prove-settings.js'
import {
  settingsWorkspace,
  type PlainSettings,
  type SettingsWorkspace,
} from '../__fixtures__/settings-workspace.js'
import {
  keyTable,
  type SettingKey,
  type ShownSetting,
  flagSyntax,
  variablesOf,
  type Setting,
} from '@recallite/settings'

const agent = ['--agent', 'scout'] as const

/** From the farthest to the nearest, as the reference of settings tells it. */
const levels = [
  'user file',
  'workspace file',
  'agents.defaults of the user file',
  'agents.defaults of the workspace file',
  'agents.scout of the user file',
  'agents.scout of the workspace file',
  'environment',
  'flag',
] as const

interface CascadeProof {
  /** A different one for each level. */
  readonly valueAt: (level: number, workspace: SettingsWorkspace) => string | number
  /** What the program does, to be compared with the value. */
  readonly observe: (workspace: SettingsWorkspace, flags: readonly string[]) => Promise<unknown>
  /** The flag of the search, where `config` has none. */
  readonly searchFlag?: string
}

interface Plan {
  readonly embedding: { readonly provider: string; readonly model: string }
}

const plan = ({ runJson }: SettingsWorkspace, flags: readonly string[]) =>
  runJson<Plan>('index', 'notes', '--dry-run', ...agent, ...flags)

const proofs: Partial<Record<SettingKey, CascadeProof>> = {
  provider: {
    // A workspace file may choose freely where the user's file lets texts leave this machine.
    valueAt: (level) => ['openai', 'ollama', 'gemini', 'ollama'][level % 4] ?? '',
    observe: async (workspace, flags) => (await plan(workspace, flags)).embedding.provider,
  },
  model: {
    valueAt: (level) => `text-embedding-${level}`,
    observe: async (workspace, flags) => (await plan(workspace, flags)).embedding.model,
  },
  'store.path': {
    valueAt: (level, { cwd }) => join(cwd, `${level}.sqlite`),
    async observe({ run, cwd }, flags) {
      // What a workspace file says is said of its project's memory, what the user file says of the user's own.
      for (const scope of ['user', 'project']) {
        await run('index', 'notes', '--scope', scope, '--provider', 'none', ...agent, ...flags)
      }
      return levels.map((_, level) => join(cwd, `${level}.sqlite`)).findLast((path) => existsSync(path))
    },
  },
  'query.maxResults': {
    valueAt: (level) => level + 1,
    async observe({ run, search }, flags) {
      await run('index', 'notes', '--provider', 'none', ...agent)
      return (await search('marsh', '--provider', 'none', ...agent, ...flags)).results.length
    },
    searchFlag: '--limit',
  },
}

/** Sets a key at all levels up to one, each to its own value; returns the flags of the run. */
function setUpTo(
  last: number,
  workspace: SettingsWorkspace,
  [key, proof]: readonly [SettingKey, CascadeProof],
) {
  const at = (level: number): PlainSettings =>
    level > last ? {} : withSetting({}, key, proof.valueAt(level, workspace))
  const { cwd, set, write, variables } = workspace
  set({ ...at(0), agents: { defaults: at(2), scout: at(4) } })
  write(join(cwd, '.recallite.json'), JSON.stringify({ ...at(1), agents: { defaults: at(3), scout: at(5) } }))
  const setting: Setting = keyTable[key]
  if (last >= 6) variables[variablesOf(key, setting)[0] ?? ''] = String(proof.valueAt(6, workspace))
  const flag = setting.flag === undefined ? proof.searchFlag : flagSyntax(setting.flag)
  return last === 7 && flag !== undefined ? [flag, String(proof.valueAt(7, workspace))] : []
}

function originAt(level: number, key: SettingKey, { userFile, cwd }: SettingsWorkspace): object {
  const setting: Setting = keyTable[key]
  if (level === 7) return { kind: 'flag', name: setting.flag && flagSyntax(setting.flag) }
  if (level === 6) return { kind: 'variable', name: variablesOf(key, setting)[0] ?? '' }
  const isWorkspace = level % 2 === 1
  return { kind: 'file', file: isWorkspace ? join(cwd, '.recallite.json') : userFile, isWorkspace }
}

const cases = (Object.entries(proofs) as [SettingKey, CascadeProof][]).flatMap(([key, proof]) =>
  levels.map((name, level) => ({ key, name, level, proof })),
)

describe('A24: the cascade of settings', () => {
  it.each(cases)(
    '$key: what counts most of all that is set up to the $name',
    async ({ key, level, proof }) => {
      const workspace = settingsWorkspace()
      for (let note = 0; note < 9; note += 1) workspace.write(`notes/${note}.md`, `The marsh, day ${note}.\n`)
      const flags = setUpTo(level, workspace, [key, proof])
      const value = proof.valueAt(level, workspace)
      expect(await proof.observe(workspace, flags)).toBe(value)
      if (flags.length > 0 && proof.searchFlag !== undefined) return
      const { settings } = await workspace.runJson<{ settings: ShownSetting[] }>(
        'config',
        key,
        ...agent,
        ...flags,
      )
      expect(settings).toMatchObject([{ key, value, origin: originAt(level, key, workspace) }])
    },
  )
})
