import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

const words = ['--provider', 'none']

interface All {
  readonly results: readonly {
    readonly kind: string
    readonly result: {
      readonly confidence: number
      readonly path?: string
      readonly record?: { readonly content: string }
    }
  }[]
  readonly files: object | null
  readonly records: object | null
}

async function both() {
  const here = cliWorkspace({ 'cups.md': '# Cups\n\nA wet cup slips.\n', 'lamps.md': '# Lamps\n\nA lamp.\n' })
  await here.run('index', here.notes, ...words)
  await here.run('remember', 'A wet cup slips above 12 newtons.', ...words)
  await here.run('remember', 'The cupboard is open.', ...words)
  const all = async (...args: string[]) => {
    const { stdout } = await here.run('search', ...args, '--kind', 'all', '--json', ...words)
    const answer = JSON.parse(stdout) as All
    expect(schemaErrors('search-all', answer)).toEqual([])
    return answer
  }
  return { ...here, all }
}

describe('search --kind', () => {
  it('finds files alone unless it is told otherwise', async () => {
    const { run } = await both()
    for (const kind of [[], ['--kind', 'file']]) {
      const { stdout } = await run('search', 'wet cup slips', '--threshold', '0', ...kind, ...words)
      expect(stdout).toContain('cups.md')
      expect(stdout).not.toContain('newtons')
    }
  })

  it('record: answers as recall does', async () => {
    const { run } = await both()
    const flags = ['--threshold', '0', '-n', '1', ...words]
    const found = await run('search', 'wet', 'cup', '--kind', 'record', ...flags)
    const recalled = await run('recall', 'wet', 'cup', ...flags)
    expect([found.stdout, found.stdout]).toEqual([recalled.stdout, expect.stringContaining('newtons')])
  })

  it('all: puts both together by their confidence', async () => {
    const { run, all } = await both()
    const { results, files, records } = await all('wet cup slips', '--threshold', '0', '--explain')
    const confidences = results.map(({ result }) => result.confidence)
    expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
    expect(results.map(({ kind }) => kind).toSorted()).toContain('file')
    expect(results.find(({ kind }) => kind === 'record')?.result.record?.content).toMatch(/newtons/)
    expect([files, records]).toEqual(
      Array(2).fill(expect.objectContaining({ explanation: expect.anything() })),
    )
    expect((await all('wet cup slips', '--threshold', '0', '-n', '1')).results.length).toBe(1)
    const { stdout } = await run('search', 'wet cup slips', '--kind', 'all', ...words)
    expect(stdout).toMatch(/^1\. .*\n {3}/)
    expect(stdout).toContain('notes/cups.md:3')
    expect(stdout).toContain('· default ·')
  })

  it('all: does without what is not there yet, and makes nothing', async () => {
    const { run, notes, folder } = cliWorkspace({ 'cups.md': 'A wet cup slips.\n' })
    const nothing = await run('search', 'cup', '--kind', 'all', ...words)
    expect([nothing.exitCode, nothing.stderr]).toEqual([1, expect.stringMatching(/There is no index/)])
    await run('remember', 'A cup is round.', ...words)
    const records = await run('search', 'cup', '--kind', 'all', '--json', '--threshold', '0', ...words)
    expect(JSON.parse(records.stdout)).toMatchObject({ results: [{ kind: 'record' }] })
    const other = cliWorkspace({})
    await other.run('index', notes, ...words)
    const files = await other.run('search', 'cup', '--kind', 'all', '--json', '--threshold', '0', ...words)
    expect(JSON.parse(files.stdout)).toMatchObject({ records: null, results: [{ kind: 'file' }] })
    expect(existsSync(join(other.folder, 'index.records.sqlite'))).toBe(false)
    expect(folder).not.toBe(other.folder)
  })

  it('refuses flags that are for files alone', async () => {
    const { run } = await both()
    for (const [flags, name] of [
      [['--path', 'x'], '--path'],
      [['--format', 'grep'], '--format grep'],
      [['--fusion', 'rrf'], '--fusion'],
    ] as const)
      for (const kind of ['record', 'all']) {
        const { exitCode, stderr, stdout } = await run('search', 'cup', '--kind', kind, ...flags)
        expect([exitCode, stdout]).toEqual([2, ''])
        expect(stderr).toContain(`${name} is for files, not for --kind ${kind}`)
      }
  })
})
