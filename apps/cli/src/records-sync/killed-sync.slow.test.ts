import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { casesOf, temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'
import { recordsFileOf } from '../open/memory-location.js'
import { filesIn, statesOf } from './__fixtures__/histories.js'

it('machines are equal after their syncs were killed at random', async () => {
  const shared = temporaryFolder()
  const machines = await Promise.all([0, 1].map((number) => openProgram(shared, number)))
  let killed = 0
  for (let round = 0; round < casesOf(40, 8); round += 1) {
    const machine = machines[round % 2]
    await machine?.change(round)
    if ((await machine?.sync(150 + Math.random() * (350 + 20 * round))) === 'SIGKILL') killed += 1
    expect(await machine?.missing()).toEqual([])
  }
  expect(killed).toBeGreaterThan(0)
  for (const machine of [...machines, ...machines]) expect(await machine.sync()).toBeNull()
  const [one, other] = await Promise.all(machines.map(({ states }) => states()))
  expect(one).toEqual(other)
  expect([...(one ?? [])].filter(([, record]) => record === null)).not.toEqual([])
  const files = Object.keys(filesIn(shared))
  expect([files.length, files.length + partialIn(shared)]).toEqual([one?.size, readdirSync(shared).length])
})

/** A machine with the built program; `sync` kills it after a time and returns the signal that ended it. */
async function openProgram(shared: string, number: number) {
  const { folder, env, database } = cliWorkspace({})
  const work = async <Result>(
    use: (store: Awaited<ReturnType<typeof openSqliteRecords>>) => Promise<Result>,
  ) => {
    const store = await openSqliteRecords({ path: recordsFileOf(database), create: true })
    return use(store).finally(() => store.close())
  }
  const known = new Set<string>()
  const states = () => work(statesOf)
  return {
    states,
    /** Remembers 40 records, supersedes one and forgets one. */
    change: (round: number) =>
      work(async (store) => {
        const contents = Array.from({ length: 40 }, (_, index) => `Fact ${index} of ${round} from ${number}.`)
        const put = await store.put(contents.map((content) => ({ content })))
        for (const { id } of put) known.add(id)
        const [first = '', second = ''] = put.map(({ id }) => id)
        known.add((await store.supersede(first, { content: `Another of ${round} from ${number}.` })).id)
        await store.forget(second)
      }),
    /** Records that this machine stored and no longer knows. */
    missing: async () => [...known.difference(new Set((await states()).keys()))],
    async sync(killAfter?: number) {
      const args = [builtCli, 'records', 'sync', shared, '--provider', 'none', '--db', database]
      const program = spawn(process.execPath, args, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      })
      const ended = once(program, 'exit')
      if (killAfter !== undefined) await Promise.race([ended, setTimeout(killAfter)])
      if (killAfter !== undefined) program.kill('SIGKILL')
      const [exitCode, signal] = (await ended) as [number | null, NodeJS.Signals | null]
      expect(exitCode ?? 0).toBe(0)
      return signal
    },
  }
}

const partialIn = (folder: string): number =>
  readdirSync(folder).filter((name) => name.endsWith('.partial')).length
