import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineContents, markdownContents, pageContents } from './contents.ts'
import type { Bench, Content, Kind } from './kind.ts'
import { makeFolder, runProgram } from './measured-program.ts'
import { noFiles, oddFiles } from './odd-files.ts'

const words = ['--provider', 'none']
const harbour = 'The harbour master counts the ships.'
const transcriptLine = (content: string) =>
  `{"type":"user","timestamp":"2026-02-11T10:00:00Z","message":{"role":"user","content":${content}}}\n`
const recordLine = (context: string) => `{"content":"A record.","context":{"a":${context}}}`

/** Writes contents to files; the returned function stops those that change. */
function layContents(contents: readonly Content[], pathOf: (index: number) => string): () => void {
  const stops = contents.map((content, index) => {
    if (typeof content === 'function') return content(pathOf(index))
    writeFileSync(pathOf(index), content)
    return undefined
  })
  return () => stops.forEach((stop) => stop?.())
}

/** Indexes hostile files next to a valid one, which must be found. */
const indexing =
  (ending: string, good: string, settings = '{}') =>
  async ({ bound }: Kind): Promise<Bench> => {
    const { folder, remove } = makeFolder()
    const notes = join(folder, 'notes')
    const arrange = () => {
      makeEmpty(folder)
      for (const path of [notes, join(folder, '.recallite')]) mkdirSync(path)
      writeFileSync(join(folder, '.recallite', 'config.yaml'), settings)
      writeFileSync(join(notes, `good${ending}`), good)
    }
    return {
      run: async (contents) => {
        arrange()
        const stop = layContents(contents, (index) => join(notes, `${index}${ending}`))
        const roots = settings === '{}' ? [notes] : []
        const run = await runProgram(['index', ...roots, ...words], folder, 2 * bound.milliseconds)
        stop()
        const found = await runProgram(['search', 'harbour', '--json', ...words], folder, bound.milliseconds)
        const isFound = run.status === 0 && found.stdout.includes('counts the ships')
        const lost = isFound
          ? []
          : [`index exited with ${run.status}, and the note was not found: ${run.stderr}${found.stderr}`]
        return { ...run, problems: [...run.problems, ...found.problems, ...lost] }
      },
      close: remove,
    }
  }

/** Imports hostile lines between two valid ones, or something that is not a file. */
async function importing({ bound }: Kind): Promise<Bench> {
  const { folder, remove } = makeFolder()
  const file = join(folder, 'records.jsonl')
  return {
    run: async (contents) => {
      makeEmpty(folder)
      const special = contents.find((content) => typeof content === 'function')
      const texts = contents.filter((content) => typeof content !== 'function')
      const lines = ['{"content":"First."}', ...texts, '{"content":"Last."}'].flatMap((line) => [line, '\n'])
      const stop = layContents([special ?? Buffer.concat(lines.map((line) => Buffer.from(line)))], () => file)
      const run = await runProgram(['import', file, '--json', ...words], folder, 2 * bound.milliseconds)
      stop()
      const isAsExpected = special ? run.status === 2 : isReport(run)
      const strange = isAsExpected ? [] : [`import exited with ${run.status}: ${run.stdout}${run.stderr}`]
      return { ...run, problems: [...run.problems, ...strange] }
    },
    close: remove,
  }
}

/** Valid lines must be imported, and each rejected line reported once with its number and a code. */
function isReport({ stdout, status }: { stdout: string; status: unknown }): boolean {
  const report = JSON.parse(stdout) as { added?: number; refused?: { line: number; code: string }[] }
  const { added = 0, refused = [] } = report
  const numbers = new Set(refused.filter(({ code }) => code.startsWith('RECORD_')).map(({ line }) => line))
  const isWhole = added >= 2 || refused.length > 10_000
  return (
    isWhole && numbers.size === refused.length && !numbers.has(1) && status === (numbers.size > 0 ? 3 : 0)
  )
}

function makeEmpty(folder: string): void {
  spawnSync('rm', ['-rf', folder])
  mkdirSync(folder)
}

const megabyte = 2 ** 20
const indexed = { largest: 16 * megabyte, count: 100, bound: { milliseconds: 600_000, megabytes: 1_000 } }

export const fileKinds: readonly Kind[] = [
  {
    ...indexed,
    name: 'files',
    makers: { ...markdownContents, ...oddFiles },
    count: 200,
    open: indexing('.md', `# Good\n\n${harbour}\n`),
  },
  {
    ...indexed,
    name: 'pages',
    makers: pageContents,
    open: indexing('.html', `<h1>Good</h1><p>${harbour}</p>`),
  },
  {
    ...indexed,
    name: 'transcripts',
    largest: 64 * megabyte,
    makers: { ...lineContents(transcriptLine), ...noFiles },
    open: indexing(
      '.jsonl',
      transcriptLine(JSON.stringify(harbour)),
      '{sessions: {enabled: true, path: ~/notes}}',
    ),
  },
  {
    name: 'import',
    makers: { ...lineContents(recordLine), ...noFiles },
    largest: 64 * megabyte,
    count: 100,
    bound: { milliseconds: 30_000, megabytes: 500 },
    open: importing,
  },
]
