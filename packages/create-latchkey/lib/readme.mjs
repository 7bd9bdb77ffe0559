/** Returns the text of the app's `README.md`. */
export function readme({ template, signIn }, name) {
  const port = template === 'next' ? 3000 : 5173
  return `# ${name}

An app that connects crypto wallets with [Latchkey](https://www.npmjs.com/package/latchkey).

\`\`\`sh
npm install
npm test        # connects and signs with test wallets, on chains on this machine
npm run devnet  # the page on chains on this machine, with test wallets in the browser
npm run dev     # the page, at http://localhost:${port}
npm run build
${template === 'next' || signIn ? 'npm start       # what you have built, at http://localhost:3000\n' : ''}\`\`\`

\`src/options.ts\` has the networks, the wallets and all other options of Latchkey. The networks are test networks, and
their public nodes are only for trying. Before you go live, choose networks with your own nodes.
${
  signIn
    ? `
\`server/auth.ts\` signs visitors in. It keeps the sessions in memory. Set the environment variable \`DOMAIN\` to the domain of
your page, such as \`app.example\`. The default is the address of \`npm run dev\`${template === 'next' ? '' : ', so for a sign-in with `npm start`, run\n`DOMAIN=localhost:3000 npm start`. At another address, sign-ins fail with `siwx/wrong-domain`, also those of `npx latchkey sign-in`'}.
`
    : ''
}`
}
