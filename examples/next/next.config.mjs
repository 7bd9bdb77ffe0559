/** @type {import('next').NextConfig} */
const config = {
  // This project is inside another project. Without these settings, Next.js uses the outer root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
}
export default config
