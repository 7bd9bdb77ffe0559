import { readSnapshot } from 'latchkey/server'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import '../page.css'
import { Wallets } from './wallets'

export const metadata: Metadata = { title: 'My app' }

/** Rendered on the server, around every page. */
export default async function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {process.env.DEVNET_WALLETS && <script src={process.env.DEVNET_WALLETS} />}
        <Wallets snapshot={readSnapshot(await headers())}>{children}</Wallets>
      </body>
    </html>
  )
}
