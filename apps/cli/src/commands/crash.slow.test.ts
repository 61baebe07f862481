import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace, indexedWorkspace } from '../__fixtures__/run-cli.js'

const fileCount = 400
const sections = ['alpha', 'bravo', 'charlie', 'delta']

/** Each note has a word of its own in every section, so that half a document would show. */
function manyNotes(): Record<string, string> {
  const filler = 'The lighthouse keeper counts the ships that pass the harbour at night. '.repeat(20)
  const note = (n: number) =>
    sections.map((name) => `## ${name}\n\nsentinel${n}x${name} ${filler}\n`).join('\n')
  return Object.fromEntries(
    Array.from({ length: fileCount }, (_, n) => [`n${n}.md`, `# Note ${n}\n\n${note(n)}`]),
  )
}

interface Answer {
  readonly results: readonly { readonly path: string; readonly text: string }[]
}

describe('a crash', () => {
  it('in the middle of indexing costs nothing: the next run does the rest by itself', async () => {
    const { notes, database, runJson } = cliWorkspace(manyNotes())
    for (const delay of [150, 250, 350]) {
      const words = ['index', notes, '--provider', 'none', '--db', database]
      const child = spawn(process.execPath, [builtCli, ...words])
      const ended = new Promise((resolve) => child.on('close', resolve))
      await setTimeout(delay)
      child.kill('SIGKILL')
      await ended
    }
    const report = await runJson('index', notes, '--provider', 'none')
    expect(report).toMatchObject({ files: fileCount, removed: 0, skipped: [] })
    const { chunks } = report as { chunks: number }
    expect(chunks).toBeGreaterThanOrEqual(fileCount)
    for (const n of [0, 7, 199, fileCount - 1]) {
      for (const name of sections) {
        const answer = (await runJson('search', `sentinel${n}x${name}`, '--provider', 'none')) as Answer
        expect(answer.results[0]?.path).toBe(`n${n}.md`)
      }
    }
    expect(await runJson('index', notes, '--provider', 'none')).toMatchObject({
      unchanged: fileCount,
      chunks,
    })
  })
})

describe('searching while another process indexes', () => {
  it('never fails and never shows half a document', async () => {
    const { database, spawned: run, write, folder } = await indexedWorkspace({ 'first.md': 'lighthouse' })
    for (const [path, text] of Object.entries(manyNotes())) write(path, text)
    const indexing = spawn(process.execPath, [builtCli, 'index', '--provider', 'none', '--db', database], {
      cwd: folder,
    })
    const state = { isIndexing: true }
    const ended = new Promise((resolve) => indexing.on('close', resolve)).finally(
      () => (state.isIndexing = false),
    )
    let searches = 0
    while (state.isIndexing || searches < 3) {
      const words = ['sentinel3xdelta', 'lighthouse', '--provider', 'none', '--threshold', '0']
      const { exitCode, stdout } = await run('search', ...words, '--json')
      expect(exitCode).toBe(0)
      const { results } = JSON.parse(stdout) as Answer
      expect(results.length, stdout).toBeGreaterThan(0)
      const documents = new Set(
        results.filter(({ text }) => text.includes('sentinel3x')).map(({ path }) => path),
      )
      expect([...documents].every((path) => path === 'n3.md')).toBe(true)
      searches += 1
    }
    expect(await ended).toBe(0)
    expect((await run('search', 'sentinel3xdelta', '--provider', 'none')).stdout).toContain('n3.md')
  })
})
