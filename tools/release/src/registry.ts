import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from 'verdaccio'
import { run } from './run.ts'

/**
 * Starts a loopback registry that accepts the packages `own` from anyone, and forwards requests for others to the registry
 * of this machine's npm.
 * @param folder for its storage
 * @param own the names that it never requests from the other registry
 */
export async function startRegistry(folder: string, own: readonly string[]) {
  mkdirSync(folder)
  const npm = JSON.parse(await run(['npm', 'config', 'list', '--json'], { cwd: folder }))
  const app = await runServer(configuration(folder, own, npm))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Settings of npm; some may be unset. */
type Npm = { registry: string; 'strict-ssl': boolean; cafile?: string; 'https-proxy'?: string }

function configuration(folder: string, own: readonly string[], npm: Npm) {
  const uplink = {
    url: npm.registry,
    strict_ssl: npm['strict-ssl'],
    // The certificates themselves, not their paths.
    ...(npm.cafile ? { ca: readFileSync(npm.cafile, 'utf8') } : {}),
    // A slow registry is not abandoned, as it would be after two failures.
    timeout: '60s',
    max_fails: 1000,
    maxage: '1h',
  }
  const everybody = { access: '$all', publish: '$all', unpublish: '$all' }
  return {
    storage: join(folder, 'storage'),
    self_path: folder,
    web: { enable: false },
    max_body_size: '50mb',
    ...(npm['https-proxy'] ? { https_proxy: npm['https-proxy'] } : {}),
    uplinks: { npm: uplink },
    packages: {
      ...Object.fromEntries(own.map((name) => [name, everybody])),
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'file', path: join(folder, 'registry.log'), level: 'http', format: 'json' },
  }
}
