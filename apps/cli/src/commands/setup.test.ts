import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { runHere } from '../__fixtures__/run-here.js'
import { modelContent, serveFile, sha256Of } from '../models/__fixtures__/model-server.js'

/** An empty home, with a folder of notes if `hasNotes`. */
function newHome({ hasNotes = true } = {}) {
  const home = temporaryFolder()
  if (hasNotes) {
    mkdirSync(join(home, 'notes'))
    writeFileSync(join(home, 'notes/a.md'), '# The zeppelin\n\nIt flies.\n')
  }
  const env = { HOME: home, NO_COLOR: '', FORCE_COLOR: '', OPENAI_API_KEY: '', HF_ENDPOINT: '' }
  const run = (...args: string[]) => runHere(['setup', ...args], { cwd: home, env })
  return { home, run, kept: join(home, '.recallite') }
}

it.each([
  [['notes'], 2, /download e5-small-v2: 34\.7 MB, from huggingface\.co.*with --yes/su],
  [['notes', '--model', 'unheard-of'], 2, /There is no model unheard-of/],
  [['notes', '--provider', 'openai'], 2, /OPENAI_API_KEY is not set.*nothing was installed/u],
  [['notes', '--provider', 'none'], 2, /none.*is invalid/u],
])('changes nothing for %j, and says why', async (args, exitCode, message) => {
  const { run, kept } = newHome()
  const result = await run(...args)
  expect([result.exitCode, result.stderr]).toEqual([exitCode, expect.stringMatching(message)])
  expect(existsSync(kept)).toBe(false)
})

it('asks for a folder if there are no notes', async () => {
  const { run, kept } = newHome({ hasNotes: false })
  const { exitCode, stderr } = await run('--yes')
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('recallite setup ~/notes')])
  expect(existsSync(kept)).toBe(false)
})

it('reports a failed or wrong download, and can be repeated', async () => {
  const content = modelContent(100_000)
  const server = await startServer((_, response) => void response.writeHead(500).end())
  const { run, kept } = newHome()
  const model = `${server.url}/x.gguf`
  const failed = await run('notes', '--yes', '--model', model)
  expect([failed.exitCode, failed.stderr]).toEqual([1, expect.stringContaining('(MODEL_DOWNLOAD_FAILED)')])
  server.answerWith(serveFile({ content }))
  const wrong = await run('notes', '--yes', '--model', model, '--sha256', '0'.repeat(64))
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('(MODEL_CHECKSUM_WRONG)')])
  expect(existsSync(join(kept, 'config.yaml'))).toBe(false)
  // The file is no model, so texts get no vectors; all earlier steps are done.
  const arrived = await run('notes', '--yes', '--model', model, '--sha256', sha256Of(content))
  expect([arrived.exitCode, arrived.stdout]).toEqual([5, expect.stringContaining('sha256')])
  expect(existsSync(join(kept, 'models/x.gguf'))).toBe(true)
})

const german = 'Der Wärter zählt die Schiffe, die vor dem Sturm vorbeifahren, und schreibt sie in das Buch.'
const chinese = '灯塔看守人在暴风雨来临之前数过往的船只，并把它们写进书里。'
const notice = (language: string) =>
  `Most notes are not in English (${language}), but e5-small-v2 reads only English. For about 100 languages: recallite setup --model multilingual-e5-small 'my notes' (or --model embeddinggemma-300M-Q8_0)`

it('reads the notes of the index too, before it names another model', async () => {
  const { home, run } = newHome()
  const env = { HOME: home, NO_COLOR: '', FORCE_COLOR: '' }
  writeFileSync(join(home, 'notes/a.md'), german)
  await runHere(['index', 'notes'], { cwd: home, env })
  expect((await run()).stderr).toContain('Most notes are not in English (German)')
})

it.each<[string, string, args: string[], settings?: string]>([
  [notice('German'), german, ['my notes']],
  [notice('Han script'), chinese, ['my notes']],
  ['', 'The zeppelin flies.', ['my notes']],
  ['', german, ['my notes', '--model', 'bge-small-en-v1.5']],
  ['', german, ['my notes', '--provider', 'ollama']],
  ['', german, ['my notes'], 'model: e5-small-v2'],
])('says %j before it installs, for %j with %j', async (said, note, args, settings = '') => {
  const { home, run, kept } = newHome()
  for (const folder of ['my notes', '.recallite']) mkdirSync(join(home, folder))
  writeFileSync(join(home, 'my notes/a.md'), note)
  writeFileSync(join(kept, 'config.yaml'), settings)
  const { exitCode, stderr } = await run(...args)
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('with --yes')])
  expect(
    stderr
      .split('\n')
      .filter((line) => line.startsWith('Most notes'))
      .join(),
  ).toBe(said)
})
