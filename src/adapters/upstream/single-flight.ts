interface Flight {
  result: Promise<unknown>;
  passengers: number;
  abort: AbortController;
}

/** The shared call is aborted only when no caller is left. Results are not cached. */
export class SingleFlight {
  private readonly flights = new Map<string, Flight>();

  async join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.flights.get(key) ?? this.takeOff(key, start);
    flight.passengers++;
    try {
      return (await orAborted(flight.result, signal)) as T;
    } finally {
      flight.passengers--;
      if (flight.passengers === 0) {
        this.land(key, flight);
        flight.abort.abort(signal.reason);
      }
    }
  }

  private takeOff<T>(key: string, start: (signal: AbortSignal) => Promise<T>): Flight {
    const abort = new AbortController();
    const result = start(abort.signal);
    const flight: Flight = { result, passengers: 0, abort };
    this.flights.set(key, flight);
    const land = () => this.land(key, flight);
    result.then(land, land);
    return flight;
  }

  private land(key: string, flight: Flight): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }
}

function orAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const quit = () => reject(signal.reason as Error);
    signal.addEventListener('abort', quit, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', quit));
  });
}
