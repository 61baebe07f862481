import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pnpmCommand } from '@recallite/checks/pnpm-command'
import { toolsOf } from './mcp-client.ts'
import { run } from './run.ts'

/** The official tool for the bundle format. */
const mcpb = ['npx', '-y', '@anthropic-ai/mcpb@2.1.2']

/**
 * Creates the bundle of the built program for this platform: a manifest, and the package with its dependencies, which have
 * native parts. Then unpacks it and lists the tools of its server. Returns a line about the bundle.
 * @param program the folder of the program's package
 * @param release the output folder
 * @throws Failure
 */
export async function makeBundle(program: string, release: string): Promise<string> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-bundle-')))
  const [staging, unpacked] = [join(scratch, 'bundle'), join(scratch, 'unpacked')]
  try {
    await installInto(join(staging, 'server'), program)
    const manifest = manifestOf(JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')))
    writeFileSync(join(staging, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mkdirSync(release, { recursive: true })
    const file = join(release, `recallite-${manifest.version}-${process.platform}-${process.arch}.mcpb`)
    await run([...mcpb, 'validate', join(staging, 'manifest.json')], { cwd: scratch })
    await run([...mcpb, 'pack', staging, file], { cwd: scratch })
    await run([...mcpb, 'unpack', file, unpacked], { cwd: scratch })
    const args = manifest.server.mcp_config.args.map((word) => word.replace('${__dirname}', unpacked))
    const tools = await toolsOf({ command: process.execPath, args, cwd: scratch, env: { HOME: scratch } })
    return `bundle ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB, tools ${tools.join(', ')}`
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Installs the package as it would be published, without install scripts, which no dependency needs. */
async function installInto(server: string, program: string): Promise<void> {
  mkdirSync(server, { recursive: true })
  const packed = await run([...pnpmCommand(), 'pack', '--json', '--pack-destination', server], {
    cwd: program,
  })
  const { filename } = JSON.parse(packed) as { filename: string }
  const tarball = join(server, filename.replace(/^.*\//u, ''))
  writeFileSync(join(server, 'package.json'), '{ "private": true, "type": "module" }\n')
  await run(['npm', 'install', '--ignore-scripts', '--omit=peer', '--no-audit', tarball], { cwd: server })
  rmSync(tarball)
}

function manifestOf({
  version,
  description,
  license,
}: Record<'version' | 'description' | 'license', string>) {
  const entryPoint = 'server/node_modules/recallite/dist/bin.js'
  const args = [`\${__dirname}/${entryPoint}`, 'mcp', '--scope', 'user']
  return {
    manifest_version: '0.4',
    name: 'recallite',
    display_name: 'Recallite',
    version,
    description,
    author: { name: 'Recallite contributors' },
    repository: { type: 'git', url: 'https://github.com/recallite/recallite' },
    license,
    server: { type: 'node', entry_point: entryPoint, mcp_config: { command: 'node', args } },
    tools_generated: true,
    compatibility: { platforms: [process.platform], runtimes: { node: '>=22.14' } },
  }
}
