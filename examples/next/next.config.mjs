/** @type {import('next').NextConfig} */
const config = {
  // This folder is a project of its own inside of another one.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
}
export default config
