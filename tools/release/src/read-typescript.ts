import { registerHooks } from 'node:module'

/** Lets Node load test helpers in TypeScript: resolves `./x.js` to `./x.ts`. Node itself strips the types. */
export function readTypeScript() {
  registerHooks({
    resolve(specifier, context, next) {
      const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true
      return next(isOurs ? specifier.replace(/\.js$/u, '.ts') : specifier, context)
    },
  })
}
