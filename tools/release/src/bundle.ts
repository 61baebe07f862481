import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pnpmCommand } from '@recallite/checks/pnpm-command'
import { toolsOf } from './mcp-client.ts'
import { Failure, run } from './run.ts'

/** The maker's own program, which knows the format. */
const mcpb = ['npx', '-y', '@anthropic-ai/mcpb@2.1.2']

/**
 * Makes the bundle of the built program for this kind of machine: its package with what it needs, which has native parts, and a manifest.
 * The bundle is unpacked again, and the server that its manifest names must list its tools.
 * @param program the folder of the program's package
 * @param release the folder that the bundle is put into
 * @returns what was made, a line for each part
 * @throws Failure
 */
export async function makeBundle(program: string, release: string): Promise<string[]> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-bundle-')))
  try {
    const [staging, unpacked] = [join(scratch, 'bundle'), join(scratch, 'unpacked')]
    const { version, description, license } = readJson(join(program, 'package.json'))
    await installInto(join(staging, 'server'), program)
    const manifest = manifestOf({
      version: String(version),
      description: String(description),
      license: String(license),
    })
    writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await run([...mcpb, 'validate', join(staging, 'manifest.json')], { cwd: scratch })
    mkdirSync(release, { recursive: true })
    const file = join(release, `recallite-${version}-${process.platform}-${process.arch}.mcpb`)
    await run([...mcpb, 'pack', staging, file], { cwd: scratch })
    await run([...mcpb, 'unpack', file, unpacked], { cwd: scratch })
    const { command, args } = manifest.server.mcp_config
    const words = args.map((word) => word.replace('${__dirname}', unpacked))
    const launch = {
      command: command === 'node' ? process.execPath : command,
      args: words,
      cwd: scratch,
      env: { HOME: scratch },
    }
    const tools = await toolsOf(launch)
    const listed = manifest.tools.map(({ name }) => name)
    if (listed.join() !== tools.join())
      throw new Failure(`The manifest lists ${listed.join(', ')}; there are ${tools.join(', ')}.`)
    return [
      `bundle ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, its server lists ${tools.length} tools`,
    ]
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Installs the package as it would be published. No install script runs: no dependency needs one. */
async function installInto(server: string, program: string): Promise<void> {
  mkdirSync(server, { recursive: true })
  const packed = await run([...pnpmCommand(), 'pack', '--json', '--pack-destination', server], {
    cwd: program,
  })
  const { filename } = JSON.parse(packed) as { filename: string }
  const tarball = join(server, filename.replace(/^.*\//u, ''))
  writeFileSync(join(server, 'package.json'), '{ "private": true, "type": "module" }\n')
  await run(['npm', 'install', '--ignore-scripts', '--omit=peer', '--no-audit', '--no-fund', tarball], {
    cwd: server,
  })
  rmSync(tarball)
}

const entryPoint = 'server/node_modules/recallite/dist/bin.js'

/** What the tools do, for people who choose a bundle. */
const tools = {
  memory_search: 'Search notes and what was told, by meaning and by words',
  memory_get: 'Read a note, or some lines of it',
  memory_remember: 'Keep a fact, decision or preference',
  memory_recall: 'Recall what was kept',
  memory_forget: 'Forget what was kept',
  memory_session: 'Start, end and list sessions',
}

function manifestOf({
  version,
  description,
  license,
}: Record<'version' | 'description' | 'license', string>) {
  return {
    manifest_version: '0.4',
    name: 'recallite',
    display_name: 'Recallite',
    version,
    description,
    author: { name: 'Recallite contributors' },
    repository: { type: 'git', url: 'https://github.com/recallite/recallite' },
    license,
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: { command: 'node', args: [`\${__dirname}/${entryPoint}`, 'mcp', '--scope', 'user'] },
    },
    tools: Object.entries(tools).map(([name, about]) => ({ name, description: about })),
    compatibility: { platforms: [process.platform], runtimes: { node: '>=22.14' } },
  }
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
