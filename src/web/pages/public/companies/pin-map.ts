// The map: Leaflet draws and moves the background, and the pins are our own buttons. For a screen reader and a
// keyboard it is a list of buttons in the order of the results.

import {
  control,
  DomEvent,
  divIcon,
  map as drawMap,
  type LatLngTuple,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  marker,
  polyline,
  tileLayer,
} from 'leaflet'
import type { Coordinates } from '#domain/customers/customer.ts'
import { formatMiles } from '#domain/lib/distance.ts'
import type { Directory } from '#web/api/live/apply-change.ts'
import styles from './company-map.module.css'

type Company = Directory['companies'][number]
type Tiles = { readonly url: string; readonly attribution: string }

export type PinMap = {
  /** Puts these companies on the map, and moves it to them if they are not the ones shown before. */
  readonly show: (companies: readonly Company[], center: Coordinates | null) => void
  /** Sets the background: tile images, or lines of latitude and longitude. */
  readonly setTiles: (tiles: Tiles | null) => void
  /** Highlights the pin of one company only. */
  readonly highlight: (companyUUID: string | null) => void
  /** Returns keyboard focus to a pin. */
  readonly focus: (companyUUID: string | null) => void
  readonly close: () => void
}

const PIN_PX = 44
const MAX_ZOOM = 12
/** The first view fits this many companies nearest to the location, so that their pins are easy to tap. */
const NEAREST_COUNT = 2
const DEFAULT_CENTER: LatLngTuple = [41, -96]

const toLatLng = ({ latitude, longitude }: Coordinates): LatLngTuple => [latitude, longitude]

const nameOf = ({ companyName, miles }: Company): string =>
  typeof miles === 'number' ? `${companyName}, ${formatMiles(miles)} away` : companyName

/** The first view: all companies, or the location and the companies nearest to it. */
function initialBounds(companies: readonly Company[], center: Coordinates | null): LatLngTuple[] {
  const located = companies.flatMap(({ coordinates, miles }) =>
    coordinates === null ? [] : { coordinates, miles },
  )
  if (center === null) return located.map(({ coordinates }) => toLatLng(coordinates))
  const nearest = located
    .toSorted((one, other) => (one.miles ?? 0) - (other.miles ?? 0))
    .slice(0, NEAREST_COUNT)
  return [toLatLng(center), ...nearest.map(({ coordinates }) => toLatLng(coordinates))]
}

function createPinButton(company: Company, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.pin ?? ''
  button.setAttribute('aria-label', nameOf(company))
  button.title = company.companyName
  button.addEventListener('click', onPress)
  // Otherwise a click on the pin would also be a click on the map.
  DomEvent.disableClickPropagation(button)
  return button
}

export function createPinMap(box: HTMLElement, onChoose: (companyUUID: string) => void): PinMap {
  const map = drawMap(box, {
    center: DEFAULT_CENTER,
    zoom: 4,
    minZoom: 2,
    maxZoom: 18,
    attributionControl: false,
    // Scrolling the page must not zoom the map.
    scrollWheelZoom: false,
    worldCopyJump: true,
  })
  control.scale({ metric: false }).addTo(map)
  const pins = layerGroup().addTo(map)
  let buttons = new Map<string, HTMLButtonElement>()
  let shownContent = ''
  let hasTiles = false

  function addPin(company: Company, at: Coordinates, offset: number): void {
    const button = createPinButton(company, () => onChoose(company.companyUUID))
    button.addEventListener('focus', () => map.panInside(toLatLng(at), { padding: [PIN_PX, PIN_PX] }))
    buttons.set(company.companyUUID, button)
    const icon = divIcon({
      html: button,
      className: styles.marker ?? '',
      iconSize: [PIN_PX, PIN_PX],
      // Companies in one ZIP code share a spot: draw their pins side by side.
      iconAnchor: [PIN_PX / 2 - offset * (PIN_PX / 2), PIN_PX],
    })
    marker(toLatLng(at), { icon, keyboard: false, interactive: false }).addTo(pins)
  }

  return {
    show(companies, center) {
      const content = JSON.stringify([companies.map(pinned => [nameOf(pinned), pinned.coordinates]), center])
      if (content === shownContent) return
      shownContent = content
      pins.clearLayers()
      buttons = new Map()
      const pinCounts = new Map<string, number>()
      if (center !== null) {
        const icon = divIcon({ className: styles.location ?? '', iconSize: [20, 20] })
        marker(toLatLng(center), { icon, keyboard: false, interactive: false }).addTo(pins)
      }
      for (const company of companies) {
        if (company.coordinates === null) continue
        const key = toLatLng(company.coordinates).join()
        const beside = pinCounts.get(key) ?? 0
        pinCounts.set(key, beside + 1)
        addPin(company, company.coordinates, beside)
      }
      const bounds = initialBounds(companies, center)
      if (bounds.length > 0)
        map.fitBounds(latLngBounds(bounds), { padding: [PIN_PX, PIN_PX], maxZoom: MAX_ZOOM, animate: false })
    },
    setTiles(tiles) {
      if (hasTiles) return
      hasTiles = true
      if (tiles === null) return drawMapGrid(map)
      const attribution = document.createElement('span')
      attribution.textContent = tiles.attribution
      control.attribution({ prefix: false }).addTo(map)
      // Some tile servers refuse requests without a referrer.
      tileLayer(tiles.url, {
        attribution: attribution.innerHTML,
        maxZoom: 18,
        className: styles.tiles ?? '',
        referrerPolicy: 'strict-origin-when-cross-origin',
      }).addTo(map)
    },
    highlight(companyUUID) {
      for (const [id, button] of buttons) button.toggleAttribute('data-chosen', id === companyUUID)
    },
    focus(companyUUID) {
      buttons.get(companyUUID ?? '')?.focus()
    },
    close: () => map.remove(),
  }
}

// Lines of latitude and longitude, so that a map without tiles still shows movement and scale.

const STEPS = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05]
/** Fewest lines across the map. */
const MIN_LINES = 8

/** The step in degrees at which about eight lines lie within `span`. */
const stepFor = (span: number): number => STEPS.find(step => span / step >= MIN_LINES) ?? 0.05

const between = (from: number, to: number, step: number): number[] => {
  const first = Math.floor(from / step)
  return Array.from({ length: Math.ceil(to / step) - first + 1 }, (_, index) => (first + index) * step)
}

function drawMapGrid(map: LeafletMap): void {
  const lines = layerGroup().addTo(map)
  const options = { className: styles.line ?? '', interactive: false, weight: 1 } as const
  const draw = (): void => {
    const bounds = map.getBounds().pad(0.5)
    const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())]
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    const step = stepFor(east - west)
    lines.clearLayers()
    for (const longitude of between(west, east, step))
      polyline(
        [
          [south, longitude],
          [north, longitude],
        ],
        options,
      ).addTo(lines)
    for (const latitude of between(south, north, step))
      polyline(
        [
          [latitude, west],
          [latitude, east],
        ],
        options,
      ).addTo(lines)
  }
  map.on('moveend', draw)
  draw()
}
