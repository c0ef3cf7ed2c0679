// Every page that the web has, so that an address which is none of them is answered as such. The web's own
// list is `web/routes.tsx`.

export const PAGES = [
  ...['/', '/register', '/login', '/reset-password', '/work-history', '/about-us', '/downloads'],
  ...[
    '/company',
    '/company/trail',
    '/profile',
    '/dashboard',
    '/schedule',
    '/register-employee',
    '/create-ticket',
  ],
  ...['/service-ticket/$ticketId', '/approval-service-ticket/$ticketId'],
  ...['/completed-service-ticket/$ticketId', '/bay', '/bay/$ticketId'],
]

const SHAPES = PAGES.map(page => new RegExp(`^${page.replace(/\$[a-zA-Z]+/g, '[^/]+')}/?$`))

export const isPage = (path: string): boolean => SHAPES.some(shape => shape.test(path))
