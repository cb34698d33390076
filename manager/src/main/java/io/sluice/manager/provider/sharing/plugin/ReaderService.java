package io.sluice.manager.provider.sharing.plugin;

import io.fabric8.kubernetes.api.model.Quantity;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The service {@code resource_reader} (§7.2): its methods, and its messages as values. */
public final class ReaderService {
  private static final String SERVICE = "resource_reader";

  private ReaderService() {}

  /**
   * What is lent for one virtual node.
   *
   * @param pool its name; empty where there is only one
   */
  public record Resources(Map<String, Quantity> amounts, String pool) {
    public Resources {
      amounts = Map.copyOf(amounts);
    }
  }

  public static final MethodDescriptor<String, List<Resources>> READ =
      method("ReadResources", MethodType.UNARY, new Identity(), new Pools());

  public static final MethodDescriptor<String, String> REMOVE =
      method("RemoveCluster", MethodType.UNARY, new Identity(), new Identity());

  public static final MethodDescriptor<String, String> SUBSCRIBE =
      method("Subscribe", MethodType.SERVER_STREAMING, new Identity(), new Identity());

  private static <Q, A> MethodDescriptor<Q, A> method(
      String name, MethodType type, Marshaller<Q> question, Marshaller<A> answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .setRequestMarshaller(question)
        .setResponseMarshaller(answer)
        .build();
  }

  /** A cluster's ID; an empty message is an empty one, which means all of them. */
  private static final class Identity implements Marshaller<String> {
    @Override
    public InputStream stream(String id) {
      return new ByteArrayInputStream(id.isEmpty() ? new byte[0] : Wire.message(Wire.text(1, id)));
    }

    @Override
    public String parse(InputStream in) {
      return fields(in).stream()
          .filter(field -> field.number() == 1)
          .map(Wire.Field::text)
          .findFirst()
          .orElse("");
    }
  }

  private static final class Pools implements Marshaller<List<Resources>> {
    @Override
    public InputStream stream(List<Resources> pools) {
      return new ByteArrayInputStream(
          Wire.message(
              pools.stream()
                  .map(pool -> new Wire.Field(1, encoded(pool)))
                  .toArray(Wire.Field[]::new)));
    }

    private static byte[] encoded(Resources pool) {
      List<Wire.Field> fields = new ArrayList<>();
      pool.amounts()
          .forEach(
              (name, amount) ->
                  fields.add(
                      new Wire.Field(
                          1,
                          Wire.message(
                              Wire.text(1, name),
                              new Wire.Field(2, Wire.message(Wire.text(1, amount.toString())))))));
      fields.add(Wire.text(2, pool.pool()));
      return Wire.message(fields.toArray(Wire.Field[]::new));
    }

    @Override
    public List<Resources> parse(InputStream in) {
      List<Resources> pools = new ArrayList<>();
      for (Wire.Field field : fields(in)) {
        if (field.number() == 1) {
          pools.add(decoded(field.content()));
        }
      }
      return pools;
    }

    private static Resources decoded(byte[] content) {
      Map<String, Quantity> amounts = new LinkedHashMap<>();
      String pool = "";
      for (Wire.Field field : parsed(content)) {
        if (field.number() == 1) {
          List<Wire.Field> entry = parsed(field.content());
          String name = text(entry, 1);
          byte[] quantity =
              entry.stream()
                  .filter(part -> part.number() == 2)
                  .map(Wire.Field::content)
                  .findFirst()
                  .orElse(new byte[0]);
          amounts.put(name, quantity(text(parsed(quantity), 1)));
        } else if (field.number() == 2) {
          pool = field.text();
        }
      }
      return new Resources(amounts, pool);
    }

    private static Quantity quantity(String text) {
      try {
        return Quantity.parse(text.isEmpty() ? "0" : text);
      } catch (IllegalArgumentException e) {
        throw nonsense("'" + text + "' is no amount");
      }
    }

    private static String text(List<Wire.Field> fields, int number) {
      return fields.stream()
          .filter(part -> part.number() == number)
          .map(Wire.Field::text)
          .findFirst()
          .orElse("");
    }
  }

  private static List<Wire.Field> fields(InputStream in) {
    try {
      return parsed(in.readAllBytes());
    } catch (IOException e) {
      throw nonsense(String.valueOf(e.getMessage()));
    }
  }

  private static List<Wire.Field> parsed(byte[] message) {
    try {
      return Wire.fields(message);
    } catch (IOException e) {
      throw nonsense(String.valueOf(e.getMessage()));
    }
  }

  private static RuntimeException nonsense(String why) {
    return Status.INTERNAL.withDescription(why).asRuntimeException();
  }
}
