import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { casesOf } from '@recallite/test-kit'
import { createRandom } from '@recallite/test-kit/random'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startHost } from '../hook/__fixtures__/host.js'
import { listeningAt, startProgram, type Running } from './__fixtures__/served-memory.js'

const sessions = casesOf(1000, 24)
const atOnce = 4

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const clientInfo = { name: 'test', version: '1' }
const opening = line({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
})
const search = line({
  id: 2,
  method: 'tools/call',
  params: { name: 'memory_search', arguments: { query: 'staging server port' } },
})

/** How a client ends its session. */
const ends: readonly ((running: Running) => void)[] = [
  ({ child }) => void child.stdin.end(),
  ({ child }) => void child.kill('SIGKILL'),
  ({ child }) => void child.kill('SIGTERM'),
  ({ child }) => void child.kill('SIGINT'),
  // A client that is killed closes both ends.
  ({ child }) => [child.stdin, child.stdout, child.stderr].forEach((stream) => stream.destroy()),
]

async function untilAnswered({ said, ended }: Running): Promise<void> {
  const isOver = { yes: false }
  void ended.then(() => (isOver.yes = true))
  while (!said.stdout.includes('7443') && !isOver.yes) await sleep(10)
}

const residentBytes = (pid = 0): number =>
  1024 * Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

/** The processes that have a variable with this value. */
const processesOf = (home: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/u.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`HOME=${home}\0`)
    } catch {
      return false
    }
  })

describe.skipIf(!existsSync(builtCli) || process.platform !== 'linux')('many sessions', () => {
  it(
    `leave no process, lock or temporary file after ${sessions} of them, and the resident program stays small`,
    { timeout: 120_000 + sessions * 3000 },
    async () => {
      const host = startHost()
      const temporary = join(host.home, 'tmp')
      mkdirSync(temporary)
      await host.run('trust', '.')
      await host.session('memory_remember', { content: 'The staging server listens on port 7443.' })
      const env = { ...(process.env as Record<string, string>), ...host.env, TMPDIR: temporary }
      const resident = startProgram([builtCli, 'serve', '--port', '0'], { cwd: host.project, env })
      await listeningAt(resident)
      const random = createRandom('sessions')
      const sizes: number[] = []
      let begun = 0
      const client = async () => {
        for (; begun < sessions; sizes.push(residentBytes(resident.child.pid))) {
          begun += 1
          const [end, waits] = [random.pick(ends), random.below(4) > 0]
          if (begun % 5 === 0)
            await host.hook('prompt', {
              prompt: 'Which port has the staging server?',
              session_id: `${begun}`,
            })
          const running = startProgram([builtCli, 'mcp'], { cwd: host.project, env })
          running.child.stdin.on('error', () => undefined)
          running.child.stdin.write(opening + search)
          // Some sessions end while the program starts, or while it answers.
          if (waits) await untilAnswered(running)
          end(running)
          await running.ended
        }
      }
      await Promise.all(Array.from({ length: atOnce }, client))
      resident.child.kill('SIGTERM')
      await resident.ended
      await expect.poll(() => processesOf(host.home), { timeout: 10_000 }).toEqual([])
      const files = readdirSync(join(host.home, '.recallite'), { recursive: true }).map(String)
      const left = files.filter((name) =>
        /\.(?:lock-holder|partial|tmp|stale)$|serve\/[^/]*\.json$/u.test(name),
      )
      const mean = (part: readonly number[]) => part.reduce((sum, size) => sum + size, 0) / part.length
      const [first, last] = [sizes.slice(0, sessions / 4), sizes.slice(-sessions / 4)].map(mean)
      const megabytes = (bytes = 0) => Math.round(bytes / 1e6)
      process.stdout.write(
        `${JSON.stringify({ sessions, left, temporary: readdirSync(temporary), first: megabytes(first), last: megabytes(last) })}\n`,
      )
      expect([left, readdirSync(temporary)]).toEqual([[], []])
      expect(last).toBeLessThan(1.15 * (first ?? 0))
    },
  )
})
