import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess, startServer } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'

const password = 'top/secret@1'
const authorization = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`
const forms = [password, encodeURIComponent(password), authorization.replace('Basic ', '')]

/** A server that refuses every request, and repeats the password in its answer. */
async function refusingCluster() {
  const { folder, env, notes } = cliWorkspace({ 'harbour.md': '# Harbour\n\nThe red light.\n' })
  let processes = ''
  const server = await startServer((request, response) => {
    processes += execFileSync('ps', ['-e', '-ww', '-o', 'args'], { encoding: 'utf8' })
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: `${request.headers.authorization} ${password}`, status: 401 }))
  })
  const { host } = new URL(server.url)
  const file = join(folder, 'password')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  const run = (variables: Readonly<Record<string, string>>, ...args: string[]) =>
    runProcess([builtCli, ...args], { cwd: folder, env: { ...env, NODE_PATH: '', ...variables } })
  return { folder, notes, server, host, file, run, processes: () => processes }
}

describe.skipIf(!existsSync(builtCli))('the password of an OpenSearch cluster', () => {
  it('is in no output of any command or failure, and not in the list of processes', async () => {
    const { folder, notes, server, host, run, processes } = await refusingCluster()
    const address = `opensearch://me@${host}/?prefix=team`
    const target = join(folder, 'target.sqlite')
    const variables = { OPENSEARCH_PASSWORD: password }
    const outputs = []
    for (const args of [
      ['status'],
      ['doctor', '--provider', 'none'],
      ['search', 'harbour', '--provider', 'none'],
      ['index', notes, '--provider', 'none'],
      ['backup', target],
      ['roots'],
    ])
      outputs.push(
        await run(variables, ...args, '--store', address),
        await run(variables, ...args, '--store', address, '--json'),
      )
    outputs.push(await run(variables, 'copy', '--from', address, '--to', target))
    expect(outputs.map(({ exitCode }) => exitCode)).not.toContain(0)
    const shown = await run(variables, 'config', 'store', '--store', address)
    expect(shown.stdout).toContain(address)
    for (const { stdout, stderr } of [...outputs, shown])
      expect(forms.filter((form) => (stdout + stderr).includes(form))).toEqual([])
    expect(processes()).toContain(address)
    expect(forms.filter((form) => processes().includes(form))).toEqual([])
    expect(server.requests.every(({ headers }) => headers.authorization === authorization)).toBe(true)
  }, 120_000)

  it.each(['variable', 'file', 'address'] as const)('comes from the %s', async (source) => {
    const { server, host, file, run } = await refusingCluster()
    const secret = source === 'address' ? `:${encodeURIComponent(password)}` : ''
    const { exitCode, stdout, stderr } = await run(
      {
        RECALLITE_STORE_URL: `opensearch://me${secret}@${host}/`,
        OPENSEARCH_PASSWORD: source === 'variable' ? password : '',
        OPENSEARCH_PASSWORD_FILE: source === 'file' ? file : '',
      },
      'status',
    )
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(forms.filter((form) => stderr.includes(form))).toEqual([])
    expect(server.requests[0]?.headers.authorization).toBe(authorization)
  })

  it('is not allowed in a settings file', async () => {
    const { folder, host, run } = await refusingCluster()
    mkdirSync(join(folder, '.recallite'))
    writeFileSync(join(folder, '.recallite/config.yaml'), `store:\n  url: opensearch://me:secret@${host}/\n`)
    const { exitCode, stderr } = await run({}, 'config')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('OPENSEARCH_PASSWORD')])
    expect(stderr).not.toContain('secret')
  })
})
