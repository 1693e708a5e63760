package lab.collector;

/** Hands an event to the receiver and waits for its answer; returns the status. */
interface Publisher {
    int publish(byte[] event) throws Exception;
}
