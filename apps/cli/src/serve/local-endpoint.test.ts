import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { emulatePlatform, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Service } from './serve-memory.js'
import { makeEndpoint, readEndpoint, type LocalEndpoint } from './local-endpoint.js'
import { findProgram } from './resident.js'
import { makeServeFolder, residentFiles } from './resident-files.js'
import { listen } from './serve-memory.js'

const program = { pid: 7, version: '1', database: 'd', fingerprint: 'f', since: '', port: null, idle: null }

/** A program on Windows, where Linux takes the name of its pipe for that of a socket in the working folder. */
async function startOnWindows() {
  const home = temporaryFolder()
  const database = join(home, 'main.sqlite')
  writeFileSync(database, '')
  emulatePlatform('win32')
  const files = residentFiles(home, database)
  if (!files) throw new Error('There is a database.')
  makeServeFolder(files)
  const service = { program, onFailure: () => undefined } as unknown as Service
  const endpoints = { port: undefined, token: 'token of the port', files, idle: undefined }
  const listening = await listen(endpoints, () => service)
  const endpoint = readEndpoint(files.socket)
  onTestFinished(() => rmSync(endpoint.address, { force: true }))
  return { files, endpoint, listening }
}

/** What a program without the file of the endpoint gets. */
function ask({ address }: LocalEndpoint, path: string, headers: Record<string, string>) {
  return new Promise<unknown>((resolve, reject) => {
    const asked = request({ socketPath: address, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () =>
        resolve([response.statusCode, text.slice(0, 30), response.headers['recallite-proof']]),
      )
    })
    asked.on('error', reject).end()
  })
}

describe('a resident program on Windows', () => {
  it('is found by its pipe, whose file goes when it ends', async () => {
    const { files, endpoint, listening } = await startOnWindows()
    expect(endpoint.address).toMatch(/^\\\\\.\\pipe\\recallite-[\w-]{43}$/u)
    expect(await findProgram(files)).toEqual({ program })
    await listening.close()
    expect([existsSync(files.socket), await findProgram(files)]).toEqual([false, { reason: undefined }])
  })

  it('tells nothing to who has not read the file, not even its proof', async () => {
    const { endpoint, listening } = await startOnWindows()
    const health = [200, '{"status":"ok"}', undefined]
    expect(await ask(endpoint, '/v1/health', {})).toEqual(health)
    expect(await ask(endpoint, '/v1/health', { authorization: 'Bearer token of the port' })).toEqual(health)
    expect(await ask(endpoint, '/v1/status', {})).toEqual([401, expect.any(String), undefined])
    await listening.close()
  })

  it('is not taken for another that has its name', async () => {
    const { files, endpoint, listening } = await startOnWindows()
    const file = readFileSync(files.socket)
    await listening.close()
    // The program was killed: its file stays.
    writeFileSync(files.socket, file)
    expect(await findProgram(files)).toEqual({ reason: undefined })
    const asked: (string | undefined)[] = []
    const other = createServer((heard, response) => {
      asked.push(heard.url)
      response.end(JSON.stringify({ status: 'ok', program }))
    })
    await once(other.listen(endpoint.address), 'listening')
    expect(await findProgram(files)).toEqual({ reason: 'another program has taken its pipe' })
    expect(asked).toEqual(['/v1/health'])
    other.close()
  })

  it('has a new pipe and new secrets each time', () => {
    emulatePlatform('win32')
    const [one, other] = [makeEndpoint('file'), makeEndpoint('file')]
    expect(new Set([one, other].flatMap((endpoint) => Object.values(endpoint))).size).toBe(6)
  })
})
