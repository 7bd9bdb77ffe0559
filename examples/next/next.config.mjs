/** @type {import('next').NextConfig} */
const config = {
  // This project is inside another one; without these, Next.js picks the outer root.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
}
export default config
