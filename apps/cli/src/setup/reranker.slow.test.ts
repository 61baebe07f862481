import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultReranker, rerankerCatalog } from '@recallite/settings'
import { runProcess, startServer, temporaryFolder } from '@recallite/test-kit'
import { tinyReranker } from '@recallite/test-kit/tiny-rerankers'
import { expect, it, vi } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { byPath, serveFile, sha256Of } from '../models/__fixtures__/model-server.js'

// A busy machine may take a minute.
vi.setConfig({ testTimeout: 120_000 })

/** A home with notes, and a stand-in for Hugging Face that serves a tiny reranker with this seed. */
async function newHome({ seed, name = defaultReranker.name }: { seed: number; name?: string }) {
  const { repository, revision } = rerankerCatalog.find((entry) => entry.name === name) ?? defaultReranker
  const kind = name === defaultReranker.name ? 'bert' : 'xlm-roberta'
  const served = Object.entries(tinyReranker(kind, { seed }).files).map(([path, file]) => {
    const content = Buffer.from(file)
    const headers = path.endsWith('.onnx') ? { 'x-linked-etag': `"${sha256Of(content)}"` } : {}
    return [`/${repository}/resolve/${revision}/${path}`, serveFile({ content, headers })] as const
  })
  const server = await startServer(byPath(Object.fromEntries(served)))
  const home = temporaryFolder()
  mkdirSync(join(home, 'notes'))
  writeFileSync(join(home, 'notes/a.md'), '# The heron\n\nThe marsh has a heron.\n')
  writeFileSync(join(home, 'notes/b.md'), '# The marsh\n\nThe heron limps.\n')
  const env = { HOME: home, NO_COLOR: '', FORCE_COLOR: '', HF_ENDPOINT: server.url }
  const run = (...args: string[]) => runProcess([builtCli, ...args], { cwd: home, env })
  return { home, run, settings: join(home, '.recallite/config.yaml') }
}

it('downloads a reranker, measures it and turns it on; searches are ordered by it', async () => {
  const { home, run, settings } = await newHome({ seed: 4 })
  const planned = await run('setup', '--rerank')
  expect([planned.exitCode, planned.stderr]).toEqual([
    2,
    expect.stringMatching(/download ms-marco.*with --yes/su),
  ])
  expect(existsSync(join(home, '.recallite'))).toBe(false)

  const done = await run('setup', '--rerank', '--yes')
  expect(done.exitCode, done.stderr).toBe(0)
  expect(done.stdout).toMatch(/model_quantized\.onnx: sha256 \w{64} matches the announcement of the server/)
  expect(done.stdout).toMatch(/tokenizer\.json: sha256 \w{64} was not checked/)
  expect(done.stdout).toMatch(
    /ms-marco-MiniLM-L-6-v2 adds [\d.]+ s to each search on this machine \(20 texts/,
  )
  // A slow machine gets a longer deadline.
  expect(readFileSync(settings, 'utf8')).toMatch(
    /^rerank:\n {2}model: ms-marco-MiniLM-L-6-v2\n(?: {2}deadline: \d+s\n)?$/,
  )

  await run('index', 'notes', '--provider', 'none')
  const { stdout, stderr } = await run('search', 'marsh heron', '--explain')
  expect(stdout).toMatch(/2 of 2 items scored by onnx\/ms-marco-MiniLM-L-6-v2/)
  expect(stderr).not.toContain('reranker')
})

it('installs another reranker by name, keeps the other settings, and can be repeated', async () => {
  const { run, settings } = await newHome({ seed: 4, name: 'bge-reranker-base' })
  mkdirSync(join(settings, '..'))
  writeFileSync(settings, 'rerank: { baseUrl: "http://127.0.0.1:9", candidates: 5, deadline: 10ms } # mine\n')
  for (const pass of ['first', 'again']) {
    const { exitCode, stdout, stderr } = await run('setup', '--rerank', 'BGE-reranker-base', '--yes')
    expect([pass, exitCode, stderr]).toEqual([pass, 0, expect.any(String)])
    expect(stdout).toMatch(/bge-reranker-base adds .* \(5 texts/)
  }
  const kept = readFileSync(settings, 'utf8')
  expect(kept).toMatch(/model: bge-reranker-base.*# mine/)
  expect(kept).toMatch(/candidates: 5, deadline: \d+s/)
  expect(kept).not.toContain('baseUrl')
})

it('does not turn on a reranker that cannot tell an answer from an unrelated text', async () => {
  const { run, settings } = await newHome({ seed: 6 })
  const { exitCode, stderr } = await run('setup', '--rerank', '--yes')
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/cannot rank.*\(RERANKER_UNFIT\)/su)])
  expect(existsSync(settings)).toBe(false)
})
