package io.sluice.engine.kube;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterOutputStream;

/** Bytes that are kept for long and read rarely. */
final class Deflated {
  private Deflated() {}

  static byte[] deflate(byte[] plain) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 2);
    try (DeflaterOutputStream to = new DeflaterOutputStream(out, deflater)) {
      to.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return out.toByteArray();
  }

  static byte[] inflate(byte[] deflated) {
    Inflater inflater = new Inflater(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream(deflated.length * 4);
    try (InflaterOutputStream to = new InflaterOutputStream(out, inflater)) {
      to.write(deflated);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      inflater.end();
    }
    return out.toByteArray();
  }
}
