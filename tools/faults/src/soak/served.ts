import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FaultsError } from '../run-suite.ts'
import type { World } from '../world.ts'

/** The address and token of `serve`, once its file exists. */
export async function whereServed({ home }: World): Promise<{ port: number; token: string }> {
  const folder = join(home, '.recallite', 'serve')
  for (let waited = 0; waited < 20_000; waited += 50) {
    const file = existsSync(folder) && readdirSync(folder).find((name) => name.endsWith('.json'))
    if (file) return JSON.parse(readFileSync(join(folder, file), 'utf8'))
    await sleep(50)
  }
  throw new FaultsError('The server is not listening.')
}
