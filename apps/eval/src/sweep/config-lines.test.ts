import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strategyNames } from '@recallite/fusion'
import { repositoryRoot, runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configLines, needsConfig, searchFlags, withoutSetting } from './config-lines.js'
import { settingTable } from './setting-table.js'
import type { Setting } from './setting.js'

const varied: Setting = {
  fusion: 'weighted',
  vectorWeight: 0.6,
  textWeight: 0.3,
  candidateMultiplier: 8,
  normalization: 'min-max',
  minScore: 0.2,
  chunkTokens: 200,
  chunkOverlap: 80,
}

describe('configLines', () => {
  it('are none for the default, however it is said', () => {
    expect(configLines({})).toBe('')
    expect(
      configLines({ fusion: 'convex', vectorWeight: 0.8, minScore: 0.35, chunkTokens: 400, k: 10 }),
    ).toBe('')
  })

  it('are nested YAML of what differs, with the overlap that was measured', () => {
    expect(configLines(varied)).toBe(
      [
        'query:',
        '  fusion: weighted',
        '  hybrid:',
        '    vectorWeight: 0.6',
        '    candidateMultiplier: 8',
        '  minScore: 0.2',
        'chunking:',
        '  tokens: 200',
        '  overlap: 80',
        '',
      ].join('\n'),
    )
    expect(withoutSetting(varied)).toEqual([expect.stringMatching(/^normalization has neither.*'min-max'/)])
    expect(parse(configLines({ fusion: 'rrf', k: 10 }))).toEqual({ query: { fusion: 'rrf' } })
    expect(withoutSetting({ fusion: 'rrf', k: 10 })).toEqual([
      'k has no setting: give --rrf-k 10 to each search.',
    ])
  })

  it('name the fusion that weights are for, though it is the default', () => {
    expect(parse(configLines({ textWeight: 0.4 }))).toEqual({
      query: { fusion: 'convex', hybrid: { textWeight: 0.4 } },
    })
    expect(parse(configLines({ minScore: 0 }))).toEqual({ query: { minScore: 0 } })
  })
})

describe('searchFlags', () => {
  it('are those that search has', () => {
    expect(searchFlags({ fusion: 'rrf', k: 10, vectorWeight: 2, minScore: -0.1, chunkTokens: 200 })).toBe(
      '--fusion rrf --vector-weight 2 --rrf-k 10 --min-score -0.1',
    )
    expect(searchFlags({ vectorWeight: 0.6, candidateMultiplier: 8 })).toBe(
      '--fusion convex --vector-weight 0.6 --candidate-multiplier 8',
    )
    expect(searchFlags({ vectorWeight: 0.8, chunkTokens: 200 })).toBe('')
  })

  it('are not all where something has no flag', () => {
    expect(needsConfig({ chunkTokens: 200 })).toBe(true)
    expect(needsConfig({ fusion: 'weighted', normalization: 'max' })).toBe(true)
    expect(needsConfig({ normalization: 'max', chunkTokens: 400 })).toBe(false)
  })
})

/** The program that is to take what a sweep prints; the test command builds it first. */
const recallite = join(repositoryRoot, 'apps/cli/dist/bin.js')

/** With what a value of a setting may stand: overlaps are below chunks. */
const room: Readonly<Record<string, Setting>> = {
  chunkOverlap: { chunkTokens: 8192 },
  chunkTokens: { chunkOverlap: 0 },
}

/** The ends of what each number may be, and every fusion. */
function extremes(): Setting[] {
  const fusions: Setting[] = strategyNames().map((fusion) => ({ fusion }))
  const numbers = Object.entries(settingTable).flatMap(([name, entry]): Setting[] => {
    if (entry.kind === 'name') return []
    const most = entry.most === Infinity ? 1000 : entry.most
    return [entry.least, most].map((value): Setting => ({ ...room[name], ...entry.choose(value) }))
  })
  return [...fusions, ...numbers]
}

describe('the program', () => {
  it(
    'takes every setting that a sweep may print, and means the same by it',
    { timeout: 300_000 },
    async () => {
      const folder = temporaryFolder()
      const file = join(folder, 'settings.yaml')
      const options = { cwd: folder, env: { HOME: folder } }
      const settings = [varied, ...extremes()].filter((setting) => configLines(setting) !== '')
      expect(settings.length).toBeGreaterThan(10)
      for (const setting of settings) {
        const lines = configLines(setting)
        writeFileSync(file, lines)
        const { exitCode, stdout, stderr } = await runProcess(
          [recallite, 'config', '--config', file, '--json'],
          options,
        )
        expect([lines, exitCode, stderr]).toEqual([lines, 0, ''])
        const effective = JSON.parse(stdout) as { settings: { key: string; value: unknown }[] }
        for (const [key, value] of flattened(parse(lines) as object))
          expect([key, effective.settings.find((one) => one.key === key)?.value]).toEqual([key, value])
      }
    },
  )

  it('takes every flag that a sweep may print', { timeout: 300_000 }, async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'MEMORY.md'), '# Memory\n\nThe zeppelin landed.\n')
    const run = (...args: string[]) =>
      runProcess([recallite, ...args, '--db', join(folder, 'index.sqlite')], {
        cwd: folder,
        env: { HOME: folder },
      })
    await run('index', '--provider', 'none')
    const all = new Set([varied, ...extremes(), { fusion: 'rrf', k: 10 } as const].map(searchFlags))
    for (const flags of [...all].filter((text) => text !== '')) {
      const { exitCode, stderr } = await run('search', 'zeppelin', ...flags.split(' '), '--provider', 'none')
      expect([flags, exitCode, stderr]).toEqual([flags, 0, expect.not.stringMatching(/unknown|must be/u)])
    }
  })
})

/** Every value of nested settings, with its key as `recallite config` names it. */
function flattened(settings: object, prefix = ''): [string, unknown][] {
  return Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? flattened(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as [string, unknown]],
  )
}
