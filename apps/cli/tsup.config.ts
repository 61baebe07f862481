import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preset } from '@recallite/tsup-preset'

/** Bundles what is not installed with the program: the packages of this workspace, from their sources. */
const bundled: ReturnType<typeof preset> = {
  dts: false,
  // No shared chunks, because each file costs time to find, read and link.
  splitting: false,
  esbuildOptions(options) {
    options.conditions = ['@recallite/source']
  },
}

export default [
  // What people start, and what it starts in threads, at the paths at which its packages look for them.
  preset(
    {
      bin: 'src/bin.ts',
      'sync-task': '../../packages/core/src/sync-task.ts',
      'threads/store-thread': '../../packages/store/sqlite/src/threads/store-thread.ts',
    },
    // The program itself is built below.
    { ...bundled, clean: ['!program.cjs', '!third-party-notices.txt', '!ui/**'] },
  ),
  // A script of CommonJS: V8 can be given compiled code for it (src/compiled-code.ts), and what a command does not use, Node's own
  // modules as well, is loaded by none.
  preset(['src/program.ts'], {
    ...bundled,
    format: 'cjs',
    clean: false,
    esbuildOptions(options, context) {
      bundled.esbuildOptions?.(options, context)
      options.define = { ...options.define, 'import.meta.url': 'importMetaUrl' }
      // `import()` fails in a script that has compiled code; `require` loads ES modules too.
      options.supported = { ...options.supported, 'dynamic-import': false }
      options.charset = 'ascii'
    },
    plugins: [{ name: 'ascii', renderChunk: (code) => ({ code: escapeAll(code) }) }],
    esbuildPlugins: [
      {
        name: 'notices',
        setup(build) {
          build.onEnd(({ metafile }) => {
            const notices = [...noticesOf(Object.keys(metafile?.inputs ?? {})), ...copyPage()]
            const text = [...new Set(notices)].toSorted().join(`\n${'-'.repeat(80)}\n\n`)
            writeFileSync(join(import.meta.dirname, 'dist/third-party-notices.txt'), text)
          })
        },
      },
    ],
  }),
]

/** Escapes what the bundler leaves in patterns and comments: V8 then needs one byte per character and decodes none. */
function escapeAll(code: string): string {
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Puts the page that `recallite ui` shows beside the program, and returns the licenses of what is in it. */
function copyPage(): string[] {
  const source = fileURLToPath(new URL('dist', import.meta.resolve('@recallite/ui/package.json')))
  cpSync(source, join(import.meta.dirname, 'dist/ui'), {
    recursive: true,
    filter: (path) => !path.endsWith('.json'),
  })
  const packages = JSON.parse(readFileSync(join(source, 'licenses.json'), 'utf8')) as Record<string, string>[]
  const foreign = packages.filter(({ name }) => !name?.startsWith('@recallite/'))
  return foreign.map(({ name, version, text }) => noticeOf(`${name} ${version}`, text))
}

/** The licenses of the packages that are part of the program. */
function noticesOf(modules: readonly string[]): string[] {
  const folders = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path) ?? [])
  return [...new Set(folders)].map((path) => {
    const folder = join(import.meta.dirname, path)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >
    const file = readdirSync(folder).find((each) => /^licen[cs]e/iu.test(each))
    return noticeOf(`${name} ${version}`, file && readFileSync(join(folder, file), 'utf8'))
  })
}

function noticeOf(name: string, license: string | undefined): string {
  if (license === undefined) throw new Error(`${name} is bundled, but its package has no license file.`)
  return `${name}\n\n${license.trim()}\n`
}
