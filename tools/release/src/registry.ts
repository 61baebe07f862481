import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runServer } from 'verdaccio'
import { run } from './run.ts'

/**
 * Starts a loopback registry that accepts packages with these names from anyone, and forwards other requests to the npm
 * registry of this machine.
 * @param folder for its storage
 * @param names of packages that are never requested from the other registry
 */
export async function startRegistry(folder: string, names: readonly string[]) {
  mkdirSync(folder)
  const npm = JSON.parse(await run(['npm', 'config', 'list', '--json'], { cwd: folder }))
  const app = await runServer(configuration(folder, names, npm))
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

function configuration(folder: string, names: readonly string[], npm: Npm) {
  const uplink = {
    url: npm.registry,
    strict_ssl: npm['strict-ssl'],
    // The registry expects the certificates, not their paths.
    ...(npm.cafile ? { ca: readFileSync(npm.cafile, 'utf8') } : {}),
    // Long, because the registry is abandoned after two timeouts.
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
      ...Object.fromEntries(names.map((name) => [name, everybody])),
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'file', path: join(folder, 'registry.log'), level: 'http', format: 'json' },
  }
}
