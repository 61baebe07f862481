export { rootScope, type RootScope } from './indexer/root-scope.js'
export { innerPath, realPathOf } from './system-paths.js'
export { rootDescription } from './sources/describe-root.js'
export { findProject, hasMemory, type ProjectSearch } from './sources/find-project.js'
