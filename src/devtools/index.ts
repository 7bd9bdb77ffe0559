export { createDevtools, type Devtools } from './create-devtools.ts'
