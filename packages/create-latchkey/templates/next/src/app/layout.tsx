import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '../page.css'
import { Wallets } from './wallets'

export const metadata: Metadata = { title: 'My app' }

/** Rendered on the server, around every page. */
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallets>{children}</Wallets>
      </body>
    </html>
  )
}
