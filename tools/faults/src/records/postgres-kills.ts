import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresPrograms, startPostgres } from '@recallite/test-kit/postgres-server'
import { createRandom } from '@recallite/test-kit/random'
import type { Bench, Suite } from '../run-suite.ts'
import { beginningOf, judgeRecords, makeRecordHall } from './record-hall.ts'
import { runLanes } from './record-kills.ts'

/** Half of the cases kill clients, half the server. */
export const postgresKills: Suite = { name: 'postgres-kills', small: 2, spread: 1, full: 100, prepare }

const nameOf = (number: number) => (number % 2 === 1 ? 'the server' : 'clients')

const programs = postgresPrograms()

const withoutServer: Bench = {
  nameOf,
  runCase: async (_, log) => void (log.skipped = 'there is no PostgreSQL'),
  close: async () => undefined,
}

async function prepare(where: { folder: string; seed: number }): Promise<Bench> {
  return programs === undefined ? withoutServer : prepareServer(programs, where)
}

async function prepareServer(
  folderOfPrograms: string,
  { folder, seed }: { folder: string; seed: number },
): Promise<Bench> {
  const server = await startPostgres(folderOfPrograms)
  const variables = { PGPASSWORD: server.password }
  const addressOf = (database: string) => `postgres://me@${server.host}/${database}`
  const tool = (program: string, ...args: string[]) =>
    execFileSync(join(folderOfPrograms, program), args, { env: variables, maxBuffer: 1e9 })
  const sql = (text: string) => tool('psql', '-q', '-c', text, addressOf('postgres'))
  sql('CREATE DATABASE healthy')
  const hall = await makeRecordHall(folder, { seed, records: 29, variables, store: addressOf('healthy') })
  const { world, templates, provider } = hall
  return {
    nameOf,
    runCase: async (number, log) => {
      const random = createRandom(seed, 'postgres-kills', number)
      world.restore(templates.indexed)
      sql('CREATE DATABASE tried TEMPLATE healthy')
      world.store = addressOf('tried')
      const moment = 300 + random.below(1500)
      const killServer = () => sleep(moment).then(() => server.crash())
      const stored = () => storedOn(tool('pg_dump', addressOf('tried')))
      const judged = { hall, log, random, stored, ledger: beginningOf(hall) }
      await runLanes(judged, nameOf(number) === 'clients' ? { victims: 2 } : { victims: 0, killServer })
      if (log.isInjected) await judgeRecords(judged)
      sql('DROP DATABASE tried WITH (FORCE)')
    },
    close: async () => {
      await provider.close()
      await server.stop()
    },
  }
}

/** The content of tables, as text and as the hexadecimal digits of a dump. */
function storedOn(dump: Buffer): Map<string, Buffer> {
  const digits = dump.toString('latin1').match(/(?<=\\x)[0-9a-f]+/g) ?? []
  return new Map([
    ['the tables', dump],
    ['bytes of the tables', Buffer.from(digits.join(''), 'hex')],
  ])
}
