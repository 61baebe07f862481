import { defineConfig } from 'tsup'

/**
 * One ES module per entry, with types. Dependencies remain imports.
 * @param {NonNullable<import('tsup').Options['entry']>} entry source files, from the package's folder
 * @param {import('tsup').Options} [options] additional options of a package
 */
export function preset(entry, { esbuildOptions, ...options } = {}) {
  return defineConfig({
    entry,
    format: 'esm',
    target: 'node22',
    platform: 'node',
    clean: true,
    splitting: true,
    // Uses the types of built dependencies, so that the published types are checked.
    dts: { compilerOptions: { customConditions: [], ignoreDeprecations: '5.0' } },
    ...options,
    esbuildOptions(build, context) {
      // Otherwise a literal with `\p{…}` becomes an expression, which makes a new pattern each time it is evaluated.
      build.supported = { 'regexp-unicode-property-escapes': true }
      esbuildOptions?.(build, context)
    },
  })
}
