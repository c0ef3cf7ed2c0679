// The map itself: Leaflet draws the ground and moves it, the pins are buttons of our own. What a screen reader and a
// keyboard meet is a list of buttons in the order of the search.

import {
  control,
  DomEvent,
  divIcon,
  map as drawMap,
  type LatLngTuple,
  latLngBounds,
  layerGroup,
  marker,
  tileLayer,
} from 'leaflet'
import type { Coordinates } from '#domain/customers/customer.ts'
import { printMiles } from '#domain/lib/distance.ts'
import type { Directory } from '#web/api/live/invalidate.ts'
import styles from './company-map.module.css'
import { drawGraticule } from './map-grid.ts'

type Company = Directory['companies'][number]
type Tiles = { readonly url: string; readonly attribution: string }

export type PinMap = {
  /** Puts these companies on the map, and moves it to them where they are others than before. */
  readonly show: (companies: readonly Company[], place: Coordinates | null) => void
  /** Lays the ground: pictures, or lines of latitude and longitude. */
  readonly lay: (tiles: Tiles | null) => void
  /** Marks the pin of one company alone. */
  readonly mark: (companyUUID: string | null) => void
  /** Gives the keyboard back to a pin. */
  readonly focus: (companyUUID: string | null) => void
  readonly close: () => void
}

const PIN_PX = 44
const CLOSEST = 12
/** So many companies around a place, as close as they all can be seen: pins that lie far apart can be pressed. */
const NEAREST = 2
const MIDDLE: LatLngTuple = [41, -96]

const spotOf = ({ latitude, longitude }: Coordinates): LatLngTuple => [latitude, longitude]

const nameOf = ({ companyName, miles }: Company): string =>
  typeof miles === 'number' ? `${companyName}, ${printMiles(miles)} away` : companyName

/** What the map begins with: all of them, or a place with those that are nearest to it. */
function seenFirst(companies: readonly Company[], place: Coordinates | null): LatLngTuple[] {
  const located = companies.flatMap(({ coordinates, miles }) =>
    coordinates === null ? [] : { coordinates, miles },
  )
  if (place === null) return located.map(({ coordinates }) => spotOf(coordinates))
  const nearest = located.toSorted((one, other) => (one.miles ?? 0) - (other.miles ?? 0)).slice(0, NEAREST)
  return [spotOf(place), ...nearest.map(({ coordinates }) => spotOf(coordinates))]
}

function buttonOf(company: Company, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.pin ?? ''
  button.setAttribute('aria-label', nameOf(company))
  button.title = company.companyName
  button.addEventListener('click', onPress)
  // Otherwise a press would also be one on the map.
  DomEvent.disableClickPropagation(button)
  return button
}

export function openMap(box: HTMLElement, onChoose: (companyUUID: string) => void): PinMap {
  const map = drawMap(box, {
    ...{ center: MIDDLE, zoom: 4, minZoom: 2, maxZoom: 18, attributionControl: false },
    // Whoever scrolls the page is not to be caught by the map.
    ...{ scrollWheelZoom: false, worldCopyJump: true },
  })
  control.scale({ metric: false }).addTo(map)
  const pins = layerGroup().addTo(map)
  let buttons = new Map<string, HTMLButtonElement>()
  let shown = ''
  let isLaid = false

  function put(company: Company, at: Coordinates, beside: number): void {
    const button = buttonOf(company, () => onChoose(company.companyUUID))
    button.addEventListener('focus', () => map.panInside(spotOf(at), { padding: [PIN_PX, PIN_PX] }))
    buttons.set(company.companyUUID, button)
    const icon = divIcon({
      ...{ html: button, className: styles.marker ?? '', iconSize: [PIN_PX, PIN_PX] },
      // Companies of one ZIP code stand at one spot: side by side each can be pressed.
      iconAnchor: [PIN_PX / 2 - beside * (PIN_PX / 2), PIN_PX],
    })
    marker(spotOf(at), { icon, keyboard: false, interactive: false }).addTo(pins)
  }

  return {
    show(companies, place) {
      const now = JSON.stringify([companies.map(each => [nameOf(each), each.coordinates]), place])
      if (now === shown) return
      shown = now
      pins.clearLayers()
      buttons = new Map()
      const standing = new Map<string, number>()
      if (place !== null) {
        const icon = divIcon({ className: styles.spot ?? '', iconSize: [20, 20] })
        marker(spotOf(place), { icon, keyboard: false, interactive: false }).addTo(pins)
      }
      for (const company of companies) {
        if (company.coordinates === null) continue
        const key = spotOf(company.coordinates).join()
        const beside = standing.get(key) ?? 0
        standing.set(key, beside + 1)
        put(company, company.coordinates, beside)
      }
      const spots = seenFirst(companies, place)
      if (spots.length > 0)
        map.fitBounds(latLngBounds(spots), { padding: [PIN_PX, PIN_PX], maxZoom: CLOSEST, animate: false })
    },
    lay(tiles) {
      if (isLaid) return
      isLaid = true
      if (tiles === null) return drawGraticule(map)
      const attribution = document.createElement('span')
      attribution.textContent = tiles.attribution
      control.attribution({ prefix: false }).addTo(map)
      // Some servers of tiles answer only who says from where the question comes.
      tileLayer(tiles.url, {
        ...{ attribution: attribution.innerHTML, maxZoom: 18, className: styles.tiles ?? '' },
        referrerPolicy: 'strict-origin-when-cross-origin',
      }).addTo(map)
    },
    mark(companyUUID) {
      for (const [id, button] of buttons) button.toggleAttribute('data-chosen', id === companyUUID)
    },
    focus(companyUUID) {
      buttons.get(companyUUID ?? '')?.focus()
    },
    close: () => map.remove(),
  }
}
